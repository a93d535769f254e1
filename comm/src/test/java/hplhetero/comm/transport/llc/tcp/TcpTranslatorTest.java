package hplhetero.comm.transport.llc.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.session.JobToken;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank's port: who is let in, and what of a put arrives. */
@Timeout(300)
final class TcpTranslatorTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final long AREA_BYTES = 4 << 20;
    private static final long WORD = 0;
    private static final long IDLE_NANOS = 50_000_000;

    private final JobToken token = JobToken.fresh();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private TcpTranslator translator(JobToken its, boolean secure, int rank) {
        return opened(new TcpTranslator(HERE, its, secure, rank));
    }

    private TcpTranslator opened(TcpTranslator translator) {
        opened.add(translator::close);
        translator.allocate(AREA_BYTES);
        return translator;
    }

    private Socket stranger(TcpTranslator target) throws IOException {
        Socket socket = new Socket(HERE, Integer.parseInt(new String(target.address(), StandardCharsets.UTF_8).split(" ")[1]));
        opened.add(socket);
        return socket;
    }

    /** Puts bytes and a word; whether they arrive. */
    private static boolean arrives(TcpTranslator from, TcpTranslator to, MemorySegment area, int bytes) {
        byte[] sent = new byte[bytes];
        new Random(3).nextBytes(sent);
        MemorySegment source = Arena.ofAuto().allocate(bytes);
        MemorySegment.copy(sent, 0, source, ValueLayout.JAVA_BYTE, 0, bytes);
        from.reach(1, to.address());
        to.reach(0, from.address());
        from.put(1, hplhetero.comm.protocol.remote.Translator.AREA, 64, source, 0, bytes, WORD, 7, 1);
        for (long end = System.nanoTime() + 20_000_000_000L; System.nanoTime() < end && area.get(ValueLayout.JAVA_LONG, WORD) != 7;) {
            from.poll((command, value) -> { });
            to.poll((command, value) -> { });
        }
        return area.get(ValueLayout.JAVA_LONG, WORD) == 7
                && MemorySegment.ofArray(sent).mismatch(area.asSlice(64, bytes)) == -1;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCarryPuts(boolean secure) {
        TcpTranslator to = translator(token, secure, 1);
        MemorySegment area = to.allocate(AREA_BYTES);
        assertThat(arrives(translator(token, secure, 0), to, area, 3_000_000)).isTrue();
    }

    @Test
    void shouldLetNobodyOfAnotherJobIn() {
        TcpTranslator to = translator(token, false, 1);
        MemorySegment area = to.allocate(AREA_BYTES);
        try {
            assertThat(arrives(translator(JobToken.fresh(), false, 0), to, area, 100)).isFalse();
        } catch (hplhetero.comm.CommException lost) {
            assertThat(lost).hasMessageContaining("is lost");
        }
        assertThat(area.get(ValueLayout.JAVA_LONG, WORD)).isZero();
    }

    /** More than wait at once, of which some send what no rank does. */
    @Test
    void shouldServeARankAmongStrangers() throws IOException {
        TcpTranslator to = translator(token, false, 1);
        MemorySegment area = to.allocate(AREA_BYTES);
        for (int i = 0; i < 300; i++) {
            Socket stranger = stranger(to);
            if (i % 3 == 0) {
                stranger.getOutputStream().write(new byte[Greeting.BYTES]);
            }
        }
        assertThat(arrives(translator(token, false, 0), to, area, 1_000)).isTrue();
    }

    @Test
    void shouldSendAnIdleStrangerAway() throws IOException {
        TcpTranslator to = opened(new TcpTranslator(HERE, token, false, 1, IDLE_NANOS));
        to.reach(0, translator(token, false, 0).address());
        long since = System.nanoTime();
        Socket stranger = stranger(to);
        stranger.setSoTimeout(1);
        boolean open = true;
        for (long end = since + 20_000_000_000L; System.nanoTime() < end && open;) {
            to.poll((command, value) -> { });
            open = isOpen(stranger);
        }
        assertThat(open).isFalse();
        assertThat(System.nanoTime() - since).as("nanoseconds in which it could have shown a greeting").isGreaterThan(IDLE_NANOS);
    }

    private static boolean isOpen(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() != -1;
        } catch (SocketException reset) {
            return false;
        } catch (java.net.SocketTimeoutException silent) {
            return true;
        }
    }

    /** Who overhears a greeting and sends it again is not let in while the rank is there, and learns nothing of the token. */
    @Test
    void shouldTakeEachRanksGreetingOnce() throws IOException {
        TcpTranslator to = translator(token, false, 1);
        MemorySegment area = to.allocate(AREA_BYTES);
        assertThat(arrives(translator(token, false, 0), to, area, 100)).isTrue();
        to.reach(2, translator(token, false, 2).address());
        byte[] challenge = java.util.HexFormat.of().parseHex(new String(to.address(), StandardCharsets.UTF_8).split(" ")[2]);
        Socket replayed = stranger(to);
        replayed.getOutputStream().write(Greeting.of(token, 0, challenge).encoded());
        replayed.setSoTimeout(20);
        boolean open = true;
        for (int i = 0; i < 200 && open; i++) {
            to.poll((command, value) -> { });
            open = i < 100 || isOpen(replayed);
        }
        assertThat(open).isFalse();
    }
}
