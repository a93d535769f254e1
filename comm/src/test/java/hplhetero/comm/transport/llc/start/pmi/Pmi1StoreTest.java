package hplhetero.comm.transport.llc.start.pmi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A rank of PMI 1 beside a launcher that is a thread, over a pair of sockets. */
final class Pmi1StoreTest {
    private static final int LONGEST_VALUE = 100;
    private static final int UNIX = 1;
    private static final int STREAM = 1;

    private final Arena arena = Arena.ofShared();
    private final int[] sockets = new int[2];
    private final Map<String, String> values = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private Thread launcher;

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return Downcall.to(NativeLibrary.system().find(name).orElseThrow(), result, arguments);
    }

    @BeforeEach
    void connect() throws Throwable {
        MemorySegment pair = arena.allocate(JAVA_INT, 2);
        int status = (int) function("socketpair", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS).invokeExact(UNIX, STREAM, 0, pair);
        assertThat(status).isZero();
        sockets[0] = pair.getAtIndex(JAVA_INT, 0);
        sockets[1] = pair.getAtIndex(JAVA_INT, 1);
        launcher = Thread.ofPlatform().daemon().start(this::launch);
    }

    @AfterEach
    void disconnect() throws Throwable {
        int closed = (int) function("close", JAVA_INT, JAVA_INT).invokeExact(sockets[0]);
        assertThat(closed).isZero();
        launcher.join();
        arena.close();
    }

    private void launch() {
        MethodHandle read = function("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
        MethodHandle write = function("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
        MemorySegment memory = arena.allocate(4_096);
        try {
            String line = "";
            while (true) {
                long bytes = (long) read.invokeExact(sockets[1], memory, 1L);
                if (bytes <= 0) {
                    break;
                }
                char next = (char) memory.get(JAVA_BYTE, 0);
                if (next != '\n') {
                    line += next;
                    continue;
                }
                byte[] answer = (answer(line) + '\n').getBytes(StandardCharsets.US_ASCII);
                line = "";
                memory.asSlice(0, answer.length).copyFrom(MemorySegment.ofArray(answer));
                // in two parts, as a stream may
                for (long at = 0; at < answer.length; at += bytes) {
                    bytes = (long) write.invokeExact(sockets[1], memory.asSlice(at), at == 0 ? 1L : answer.length - at);
                }
            }
            int closed = (int) function("close", JAVA_INT, JAVA_INT).invokeExact(sockets[1]);
            assertThat(closed).isZero();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private String answer(String line) {
        requests.add(line);
        String[] words = line.split(" ");
        return switch (words[0]) {
            case "cmd=init" -> "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0";
            case "cmd=get_maxes" -> "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=" + LONGEST_VALUE;
            case "cmd=get_my_kvsname" -> "cmd=my_kvsname kvsname=kvs_7";
            case "cmd=put" -> {
                assertThat(words[3].length()).isLessThan("value=".length() + LONGEST_VALUE);
                values.put(words[2], words[3]);
                yield "cmd=put_result rc=0 msg=success";
            }
            case "cmd=get" -> values.containsKey(words[2]) ? "cmd=get_result rc=0 msg=success " + values.get(words[2])
                    : "cmd=get_result rc=-1 msg=key_not_found value=unknown";
            case "cmd=barrier_in" -> "cmd=barrier_out";
            case "cmd=finalize" -> "cmd=finalize_ack";
            default -> "cmd=what";
        };
    }

    private ProcessManager rank() {
        Map<String, String> environment = Map.of("MPI_LOCALNRANKS", "2", "PMI_RANK", "1", "PMI_SIZE", "2", "PMI_FD",
                Integer.toString(sockets[0]));
        return Starter.of(environment).orElseThrow().open(environment);
    }

    @Test
    void shouldKeepBytesOfAnyLength() {
        try (ProcessManager store = rank()) {
            assertThat(store.rank()).isEqualTo(1);
            assertThat(store.size()).isEqualTo(2);
            for (int length : new int[] {0, 1, 45, 46, 200, 2_048}) {
                byte[] bytes = new byte[length];
                new Random(length).nextBytes(bytes);
                store.put("address " + length, bytes);
                store.barrier();
                assertThat(store.get("address " + length)).isEqualTo(bytes);
            }
        }
        assertThat(requests.getLast()).isEqualTo("cmd=finalize");
    }

    @Test
    void shouldSayWhatWasAskedInVain() {
        ProcessManager store = rank();
        assertThatThrownBy(() -> store.get("address 5")).isInstanceOf(CommException.class)
                .hasMessageContaining("Hydra's mpiexec (MPI_LOCALNRANKS=2) answered 'cmd=get_result rc=-1 msg=key_not_found")
                .hasMessageContaining("key=hpl-address-5-0");
    }
}
