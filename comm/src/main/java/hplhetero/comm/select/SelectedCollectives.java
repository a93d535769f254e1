package hplhetero.comm.select;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import hplhetero.comm.Collectives;
import hplhetero.comm.Collectives.Allgather;
import hplhetero.comm.Collectives.Allreduce;
import hplhetero.comm.Collectives.Alltoall;
import hplhetero.comm.Collectives.Broadcast;
import hplhetero.comm.Collectives.Combiner;
import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.network.schedule.Collective;
import java.lang.foreign.MemorySegment;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * The collectives of one communicator, where each call is done by the algorithm that its {@link Selection} takes at the time. All ranks
 * call each factory with the same arguments, as the factories of {@link Collectives}. Operations are polled, and may be started again and
 * again.
 *
 * <p>Cost beside the collective itself: two looks at the clock and one into an array. At the end of each round of learning, and each time
 * the chosen algorithm is checked ({@link SelectionRules#watchEvery}), one allreduce of 8 bytes for each algorithm.
 *
 * <p>The time of an algorithm runs from its start until a poll finds it done. Where a rank does other things between two polls, their time
 * is counted too.
 */
public final class SelectedCollectives {
    private final int ranks;
    private final CollectiveAlgorithms collectives;
    private final Selector selector;
    private final LongSupplier nanoClock;

    /**
     * Makes the collectives of a communicator, timed by {@link System#nanoTime}.
     *
     * @param communicator the ranks that take part
     * @param collectives  the collectives of {@code communicator}, with all algorithms of {@code selector}
     * @param selector     the choices for this communicator
     */
    public SelectedCollectives(Communicator communicator, CollectiveAlgorithms collectives, Selector selector) {
        this(communicator, collectives, selector, System::nanoTime);
    }

    /** Makes the collectives of a communicator, timed by a clock of nanoseconds. */
    SelectedCollectives(Communicator communicator, CollectiveAlgorithms collectives, Selector selector, LongSupplier nanoClock) {
        ranks = communicator.size();
        this.collectives = collectives;
        this.selector = selector;
        this.nanoClock = nanoClock;
    }

    /** Returns the object that chooses the algorithm of each call of these collectives. */
    public Selector selector() {
        return selector;
    }

    /** Makes the operation of one collective, with the allreduce by which the ranks agree on times: a sum for the mean, else a maximum. */
    private <O extends Operation> SelectedOperation<O> operation(Collective collective, int tag, IntFunction<O> factory) {
        int algorithms = selector.algorithms(collective).size();
        boolean mean = AgreedTime.of(collective) == AgreedTime.MEAN;
        DoubleBinaryOperator operator = mean ? Double::sum : Math::max;
        Allreduce combined = collectives.allreduce((long) algorithms * Double.BYTES, (inout, in) -> combine(operator, inout, in), tag);
        return new SelectedOperation<>(algorithms, factory, combined, mean ? ranks : 1, nanoClock);
    }

    private static void combine(DoubleBinaryOperator operator, MemorySegment inout, MemorySegment in) {
        for (long i = 0; i < inout.byteSize(); i += Double.BYTES) {
            inout.set(JAVA_DOUBLE_UNALIGNED, i,
                    operator.applyAsDouble(inout.get(JAVA_DOUBLE_UNALIGNED, i), in.get(JAVA_DOUBLE_UNALIGNED, i)));
        }
    }

    private String label(Collective collective, int algorithm) {
        return selector.algorithms(collective).get(algorithm).label();
    }

    /**
     * Makes a broadcast, as {@link Collectives#broadcast} does. Collective.
     *
     * @param tag tells this operation's messages from those of others
     */
    public Broadcast broadcast(int tag) {
        SelectedOperation<Broadcast> selected = operation(Collective.BROADCAST, tag,
                algorithm -> collectives.broadcast(label(Collective.BROADCAST, algorithm), tag));
        return new Broadcast() {
            @Override
            public void start(MemorySegment buffer, int root) {
                Broadcast broadcast = selected.next(selector.selection(Collective.BROADCAST, buffer.byteSize(), root));
                broadcast.start(buffer, root);
                selected.started(broadcast);
            }

            @Override
            public Progress poll() {
                return selected.poll();
            }
        };
    }

    /**
     * Makes an alltoall. Collective.
     *
     * @param maxPieceBytes the size of the largest piece that will be sent
     * @param tag           tells this operation's messages from those of others
     */
    public Alltoall alltoall(long maxPieceBytes, int tag) {
        SelectedOperation<Alltoall> selected = operation(Collective.ALLTOALL, tag,
                algorithm -> collectives.alltoall(label(Collective.ALLTOALL, algorithm), maxPieceBytes, tag));
        return new Alltoall() {
            @Override
            public void start(MemorySegment outgoing, MemorySegment incoming) {
                Alltoall alltoall = selected.next(selector.selection(Collective.ALLTOALL, outgoing.byteSize() / ranks, 0));
                alltoall.start(outgoing, incoming);
                selected.started(alltoall);
            }

            @Override
            public Progress poll() {
                return selected.poll();
            }
        };
    }

    /**
     * Makes an allgather, as {@link Collectives#allgather} does. Its algorithm is chosen separately for each power of two of the mean bytes
     * a rank contributes. Collective.
     *
     * @param tag tells this operation's messages from those of others
     */
    public Allgather allgather(int tag) {
        SelectedOperation<Allgather> selected = operation(Collective.ALLGATHER, tag,
                algorithm -> collectives.allgather(label(Collective.ALLGATHER, algorithm), tag));
        return new Allgather() {
            @Override
            public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
                Allgather allgather = selected.next(selector.selection(Collective.ALLGATHER, buffer.byteSize() / ranks, 0));
                allgather.start(buffer, offsets, lengths);
                selected.started(allgather);
            }

            @Override
            public Progress poll() {
                return selected.poll();
            }
        };
    }

    /**
     * Makes an allreduce, as {@link Collectives#allreduce} does. The order in which buffers are combined changes with the algorithm: in one
     * call all ranks get the same bits, but the next call may give others. Not for uses where bits count. Collective.
     *
     * @param maxBytes the size of the largest buffer that will be reduced
     * @param combiner the function that combines two ranks' buffers
     * @param tag      tells this operation's messages from those of others
     */
    public Allreduce allreduce(long maxBytes, Combiner combiner, int tag) {
        SelectedOperation<Allreduce> selected = operation(Collective.ALLREDUCE, tag,
                algorithm -> collectives.allreduce(label(Collective.ALLREDUCE, algorithm), maxBytes, combiner, tag));
        return new Allreduce() {
            @Override
            public void start(MemorySegment inout) {
                Allreduce allreduce = selected.next(selector.selection(Collective.ALLREDUCE, inout.byteSize(), 0));
                allreduce.start(inout);
                selected.started(allreduce);
            }

            @Override
            public Progress poll() {
                return selected.poll();
            }
        };
    }
}
