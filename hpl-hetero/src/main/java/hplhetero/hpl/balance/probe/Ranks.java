package hplhetero.hpl.balance.probe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;

/** What the ranks of a calibration do together. Every method is collective. Owner: the rank's thread. */
final class Ranks {
    private static final int TAG = 5;
    private static final int DONE_TAG = 6;

    private final Communicator world;
    private final Collectives collectives;

    Ranks(Communicator world) {
        this.world = world;
        collectives = Collectives.of(world);
    }

    int rank() {
        return world.rank();
    }

    int size() {
        return world.size();
    }

    void barrier() {
        Collectives.Barrier barrier = collectives.barrier(TAG);
        barrier.start();
        Await.done(barrier);
    }

    /** All ranks' values combined by an operator that does not mind their order; the same on every rank. */
    double combined(double mine, DoubleBinaryOperator operator) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, mine);
            Collectives.Allreduce allreduce = collectives.allreduce(Double.BYTES, (inout, in) -> inout.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0,
                    operator.applyAsDouble(inout.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0), in.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0))), TAG);
            allreduce.start(value);
            Await.done(allreduce);
            return value.get(ValueLayout.JAVA_DOUBLE, 0);
        }
    }

    /** All ranks' texts, by rank, on every rank. */
    List<String> texts(String mine) {
        int bytes = (int) combined(mine.getBytes(StandardCharsets.UTF_8).length + 1, Math::max);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment whole = arena.allocate((long) bytes * size(), 8);
            whole.setString((long) bytes * rank(), mine);
            Collectives.Allgather allgather = collectives.allgather(AllgatherAlgorithm.BINARY_EXCHANGE, TAG);
            allgather.start(whole, IntStream.range(0, size()).mapToLong(r -> (long) r * bytes).toArray(),
                    IntStream.range(0, size()).mapToLong(r -> bytes).toArray());
            Await.done(allgather);
            return IntStream.range(0, size()).mapToObj(r -> whole.getString((long) r * bytes)).toList();
        }
    }

    /**
     * Times {@code work} on all ranks at once. A rank that has enough goes on working until all have, so that ranks that
     * share cores or memory compete as in a run.
     *
     * @param work    does it once and says how many seconds it took; may call what it is given while it waits
     * @param least   repetitions at least, &gt;= 1
     * @param seconds for which to repeat
     * @return what each repetition took until this rank had enough
     */
    List<Double> together(ToDoubleFunction<BooleanSupplier> work, int least, double seconds) {
        return new Crowd().measure(work, least, seconds);
    }

    /** One measurement of all ranks. */
    private final class Crowd {
        private final Collectives.Barrier done = collectives.barrier(DONE_TAG);
        private boolean enough;

        List<Double> measure(ToDoubleFunction<BooleanSupplier> work, int least, double seconds) {
            List<Double> samples = new ArrayList<>();
            barrier();
            long start = System.nanoTime();
            while (!enough || done.poll() != Progress.DONE) {
                double once = work.applyAsDouble(this::poll);
                if (!enough) {
                    samples.add(once);
                    if (samples.size() >= least && (System.nanoTime() - start) * 1e-9 >= seconds) {
                        enough = true;
                        done.start();
                    }
                }
            }
            return samples;
        }

        private boolean poll() {
            return enough && done.poll() == Progress.ADVANCED;
        }
    }
}
