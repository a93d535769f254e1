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
 * Collectives of one communicator, each call by the algorithm that its {@link Selection} is at. Factories are called by all ranks with
 * the same arguments, as those of {@link Collectives} are; operations are polled, and may be started again and again.
 *
 * <p>Cost beside the collective: two looks at the clock and one into an array. At the end of each round of learning, and at each look
 * ({@link SelectionRules#watchEvery}), one allreduce of 8 bytes an algorithm.
 *
 * <p>What an algorithm takes is the time from its start until it is found done. A rank that does other things between two polls sees
 * these too.
 */
public final class SelectedCollectives {
    private final int ranks;
    private final CollectiveAlgorithms collectives;
    private final Selector selector;
    private final LongSupplier nanoClock;

    /** @param collectives those of {@code communicator} that have all algorithms of {@code selector} */
    public SelectedCollectives(Communicator communicator, CollectiveAlgorithms collectives, Selector selector) {
        this(communicator, collectives, selector, System::nanoTime);
    }

    SelectedCollectives(Communicator communicator, CollectiveAlgorithms collectives, Selector selector, LongSupplier nanoClock) {
        ranks = communicator.size();
        this.collectives = collectives;
        this.selector = selector;
        this.nanoClock = nanoClock;
    }

    /** The choices behind them. */
    public Selector selector() {
        return selector;
    }

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

    /** As {@link Collectives#broadcast}. */
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

    /** @param maxPieceBytes the largest piece that will be sent */
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

    /** As {@link Collectives#allgather}; its size class is that of the mean piece. */
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
     * As {@link Collectives#allreduce}, in an order that changes with the algorithm: all ranks have the same bits, but not those of the
     * next call. Not where bits count.
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
