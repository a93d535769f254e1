package hplhetero.comm;

import java.lang.foreign.MemorySegment;

/**
 * The collectives of one communicator. Each factory is called by all ranks of the communicator with the
 * same arguments and gives an operation that can be started again and again; a started one is driven by
 * {@link Operation#poll()}. Several may be in flight on one communicator when their tags differ.
 *
 * <p>Factories allocate; starting and polling do not.
 */
public interface Collectives {

    /** Combines {@code in} into {@code inout}; must be associative and commutative. Both have the same size. */
    @FunctionalInterface
    interface Combiner {
        void combine(MemorySegment inout, MemorySegment in);
    }

    /** Sends one rank's buffer to all. */
    interface Broadcast extends Operation {
        /** Starts; {@code buffer} has the same size on every rank, is read on {@code root} and filled elsewhere. */
        void start(MemorySegment buffer, int root);
    }

    /** Combines all ranks' buffers; every rank ends with the same bits. */
    interface Allreduce extends Operation {
        /** Starts; {@code inout} has at most the size given to the factory, the same on every rank. */
        void start(MemorySegment inout);
    }

    /** Brings pieces together on all ranks. */
    interface Allgather extends Operation {
        /**
         * Starts; {@code buffer} is the whole, piece r lies at byte {@code offsets[r]} with {@code lengths[r]}
         * bytes (which may be 0) and is present on rank r; pieces lie in rank order without gaps.
         */
        void start(MemorySegment buffer, long[] offsets, long[] lengths);
    }

    /** Brings pieces together on one rank. */
    interface Gather extends Operation {
        /** Starts; {@code piece} goes to {@code root}, whose {@code whole} has size * piece bytes (else may be null). */
        void start(MemorySegment piece, MemorySegment whole, int root);
    }

    /** No rank passes before all have come. */
    interface Barrier extends Operation {
        void start();
    }

    /** @param tag below {@link Communicator#FIRST_RESERVED_TAG}; tells this one's messages from others' */
    Broadcast broadcast(BroadcastAlgorithm algorithm, int tag);

    /** @param maxBytes the largest buffer that will be reduced */
    Allreduce allreduce(long maxBytes, Combiner combiner, int tag);

    Allgather allgather(AllgatherAlgorithm algorithm, int tag);

    Gather gather(int tag);

    Barrier barrier(int tag);

    /** The collectives of {@code communicator}. */
    static Collectives of(Communicator communicator) {
        throw new UnsupportedOperationException("not built yet");
    }
}
