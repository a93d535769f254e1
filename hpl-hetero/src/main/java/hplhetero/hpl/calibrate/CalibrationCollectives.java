package hplhetero.hpl.calibrate;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.CollectiveAlgorithms;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/** The collective operations that a calibration needs. Every method is collective. Owner: the rank's thread. */
public final class CalibrationCollectives {
    private static final int TAG = 5;
    private static final int DONE_TAG = 6;

    private final Communicator world;
    private final Collectives collectives;

    /** Creates the collective operations of the ranks of a world. */
    public CalibrationCollectives(Communicator world) {
        this.world = world;
        collectives = CollectiveAlgorithms.of(world);
    }

    /** Returns the number of this rank in the world. */
    int rank() {
        return world.rank();
    }

    /** Returns the number of ranks of the world. */
    int size() {
        return world.size();
    }

    /** Waits until all ranks have called this method. */
    public void barrier() {
        Collectives.Barrier barrier = collectives.barrier(TAG);
        barrier.start();
        Await.done(barrier);
    }

    /**
     * Returns on every rank the values of all ranks combined by an operator whose result does not depend on their order.
     *
     * @param mine     the value of this rank
     * @param operator combines two values, such as to their maximum
     */
    double combined(double mine, DoubleBinaryOperator operator) {
        return MessageMemory.lend(arena -> {
            MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, mine);
            Collectives.Allreduce allreduce = collectives.allreduce(Double.BYTES,
                    (inout, in) -> inout.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0,
                    operator.applyAsDouble(inout.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0), in.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0))),
                    TAG);
            allreduce.start(value);
            Await.done(allreduce);
            return value.get(ValueLayout.JAVA_DOUBLE, 0);
        });
    }

    /**
     * Gathers one text from each rank, and returns all of them on every rank, in order of rank.
     *
     * @param mine the text of this rank
     */
    public List<String> texts(String mine) {
        int bytes = (int) combined(mine.getBytes(StandardCharsets.UTF_8).length + 1, Math::max);
        return MessageMemory.lend(arena -> {
            MemorySegment whole = arena.allocate((long) bytes * size(), 8);
            whole.setString((long) bytes * rank(), mine);
            Collectives.Allgather allgather = collectives.allgather(AllgatherAlgorithm.BINARY_EXCHANGE, TAG);
            allgather.start(whole, IntStream.range(0, size()).mapToLong(r -> (long) r * bytes).toArray(),
                    IntStream.range(0, size()).mapToLong(r -> bytes).toArray());
            Await.done(allgather);
            return IntStream.range(0, size()).mapToObj(r -> whole.getString((long) r * bytes)).toList();
        });
    }

    /**
     * Has all ranks work at once, each at its own pace: turn after turn, round after round. A rank that has finished its rounds goes on
     * until all ranks have finished, so that ranks that share cores or memory compete to the end. Each rank begins with another turn: as in
     * a run, competing ranks are then not all at the same point.
     *
     * @param rounds number of rounds, &gt;= 1
     * @param turns  the work of one round, as many turns on every rank; a turn may call the supplier it is given while it waits
     */
    void work(int rounds, List<Consumer<BooleanSupplier>> turns) {
        work(rounds, () -> false, turns);
    }

    /**
     * Has all ranks work at once, as {@link #work(int, List)} does, but not longer than there is time for.
     *
     * @param isLate whether this rank's time is over; once it has done each turn, it then counts as finished
     */
    void work(int rounds, BooleanSupplier isLate, List<Consumer<BooleanSupplier>> turns) {
        new SimultaneousWork().work(rounds, isLate, turns);
    }

    /** Turns that all ranks do at the same time, until the last rank has finished its rounds. */
    private final class SimultaneousWork {
        private final Collectives.Barrier done = collectives.barrier(DONE_TAG);
        private boolean enough;

        void work(int rounds, BooleanSupplier isLate, List<Consumer<BooleanSupplier>> turns) {
            barrier();
            int first = (int) ((long) rank() * turns.size() / size());
            for (int turn = 0; !enough || done.poll() != Progress.DONE; turn++) {
                turns.get((first + turn) % turns.size()).accept(this::poll);
                if (!enough && (turn + 1 == rounds * turns.size() || turn + 1 >= turns.size() && isLate.getAsBoolean())) {
                    enough = true;
                    done.start();
                }
            }
        }

        private boolean poll() {
            return enough && done.poll() == Progress.ADVANCED;
        }
    }
}
