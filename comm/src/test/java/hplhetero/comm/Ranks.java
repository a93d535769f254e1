package hplhetero.comm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import hplhetero.comm.transport.local.LocalTransport;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;

/**
 * Runs the ranks of a test, as threads where nobody has said otherwise, and makes and checks buffers of known content.
 * Tests with the tag {@link #ONE_JVM} hold only where ranks are threads.
 */
public final class Ranks {
    public static final String ONE_JVM = "one-jvm";
    /** The tag of tests that hold only where the transport allocates nothing for a message. */
    public static final String NO_GARBAGE = "no-garbage";

    private static final int PERIOD = 1 << 16;

    /** Runs the body of a rank on so many ranks. */
    @FunctionalInterface
    public interface Runner {
        void run(int ranks, Consumer<Communicator> rankMain);
    }

    private static Runner runner = Ranks::runThreads;

    private Ranks() {
    }

    /** From now on tests run over another transport: where each process runs the same tests in the same order. */
    public static void runOver(Runner other) {
        runner = other;
    }

    /** As it was at first. */
    public static void runOverThreads() {
        runner = Ranks::runThreads;
    }

    public static void run(int ranks, Consumer<Communicator> rankMain) {
        runner.run(ranks, rankMain);
    }

    private static void runThreads(int ranks, Consumer<Communicator> rankMain) {
        new LocalTransport().run(ranks, communicator -> {
            rankMain.accept(communicator);
            return 0;
        });
    }

    public static MemorySegment zeros(long bytes) {
        return Arena.ofAuto().allocate(bytes, 8);
    }

    /** Bytes that tell their place and {@code seed}. */
    public static MemorySegment pattern(long bytes, int seed) {
        MemorySegment segment = zeros(bytes);
        fill(segment, seed);
        return segment;
    }

    public static void fill(MemorySegment segment, int seed) {
        byte[] period = period(segment.byteSize(), seed);
        for (long from = 0; from < segment.byteSize(); from += PERIOD) {
            MemorySegment.copy(period, 0, segment, JAVA_BYTE, from, (int) Math.min(segment.byteSize() - from, PERIOD));
        }
    }

    /** What the pattern repeats, on the heap: ranks have no optimising compiler, without which single bytes of a segment are slow. */
    private static byte[] period(long bytes, int seed) {
        byte[] period = new byte[(int) Math.min(bytes, PERIOD)];
        for (int i = 0; i < period.length; i++) {
            period[i] = (byte) (seed * 31 + i + (i >> 8) * 7);
        }
        return period;
    }

    public static void assertPattern(MemorySegment actual, int seed, String what) {
        MemorySegment period = MemorySegment.ofArray(period(actual.byteSize(), seed));
        for (long from = 0; from < actual.byteSize(); from += PERIOD) {
            long length = Math.min(actual.byteSize() - from, PERIOD);
            assertThat(MemorySegment.mismatch(actual, from, from + length, period, 0, length)).as("%s, bytes from %d on", what, from)
                    .isEqualTo(-1);
        }
    }

    /** Bytes that this thread has allocated on the Java heap so far. */
    public static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    public static Progress await(Operation operation) {
        Await.done(operation);
        return operation.poll();
    }
}
