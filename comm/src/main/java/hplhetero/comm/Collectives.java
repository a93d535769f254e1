package hplhetero.comm;

import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.MemorySegment;

/**
 * The collectives of one communicator. Each factory is called by all ranks of the communicator with the
 * same arguments and gives an operation that can be started again and again; a started one is driven by
 * {@link Operation#poll()}. Several may be in flight on one communicator when their tags differ.
 *
 * <p>Factories allocate. The barrier, the pivot exchange and the allreduce allocate nothing afterwards when
 * they are started with the same buffer again; the others make a few small views of their buffer at a start.
 *
 * <p>With one rank every collective is done when its start returns. All wait for nobody unless they are
 * polled: a rank that waits for one operation polls its others too, or those behind it in a ring wait.
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

    /** Each rank has a piece for each rank; all of the same size. */
    interface Alltoall extends Operation {
        /**
         * Starts; both buffers have size * piece bytes, the same on every rank. Piece r of {@code outgoing} goes to rank r; piece r of
         * {@code incoming} comes from there. They do not overlap.
         */
        void start(MemorySegment outgoing, MemorySegment incoming);
    }

    /** Brings pieces together on one rank. */
    interface Gather extends Operation {
        /** Starts; {@code piece} goes to {@code root}, whose {@code whole} has size * piece bytes (else may be null). */
        void start(MemorySegment piece, MemorySegment whole, int root);
    }

    /**
     * Finds the best of all ranks' candidates and brings its payload to all ranks, and the payload of one other rank to the winner,
     * in a single exchange: what LU needs once a column (pivot search, row swap and broadcast of the pivot row together;
     * HPL_pdmxswp).
     *
     * <p>A record of {@code 16 + 2 * payloadBytes} bytes; fields in native byte order, no alignment needed:
     * <pre>
     *   0                  magnitude   double   |value| of the candidate
     *   8                  row         long     its global row: of equal magnitudes the smaller row wins
     *  16                  candidate   payloadBytes
     *  16 + payloadBytes   current     payloadBytes, read on the holder only
     * </pre>
     * Before: each rank's own candidate, and on the holder the current row. After: on every rank the
     * winner's magnitude, row and candidate, the same bits everywhere; on all ranks of the winner's site the holder's current row,
     * which is undefined elsewhere.
     *
     * <p>A magnitude of NaN loses to every number, so a rank without a candidate writes
     * {@link #NO_MAGNITUDE} and {@link #NO_ROW}; of NaNs the smaller row wins. Rows of candidates differ from
     * rank to rank; when no rank has a candidate, the candidate payload is undefined.
     *
     * <p>Cost: ceil(log2 size) messages sent and received by each rank. Among several sites one rank speaks for each: first all of a
     * site compare theirs, then speakers exchange magnitudes, then the winner's row crosses to each other site once, and the current
     * row to the winner's, where that is not the holder's. With one rank it is done at once.
     */
    interface PivotExchange extends Operation {
        long MAGNITUDE_OFFSET = 0;
        long ROW_OFFSET = 8;
        long CANDIDATE_OFFSET = 16;
        double NO_MAGNITUDE = Double.NaN;
        long NO_ROW = Long.MAX_VALUE;

        /** The byte at which the holder's current row begins. */
        static long currentOffset(long payloadBytes) {
            return CANDIDATE_OFFSET + payloadBytes;
        }

        /** The size of a record. */
        static long recordBytes(long payloadBytes) {
            return CANDIDATE_OFFSET + 2 * payloadBytes;
        }

        /**
         * Starts; allocates nothing when given the same segment object again.
         *
         * @param record in/out, exactly {@link #recordBytes} bytes
         * @param holder the rank of this communicator that holds the current row, the same on all ranks
         */
        void start(MemorySegment record, int holder);
    }

    /** No rank passes before all have come. */
    interface Barrier extends Operation {
        void start();
    }

    /**
     * Among several sites the algorithm serves the root's site; the other sites' ranks pass the
     * buffer on to each other, site after site, so that it crosses to each of them once.
     *
     * @param tag below {@link Communicator#FIRST_RESERVED_TAG}; tells this one's messages from others'
     */
    Broadcast broadcast(BroadcastAlgorithm algorithm, int tag);

    /** @param maxBytes the largest buffer that will be reduced */
    Allreduce allreduce(long maxBytes, Combiner combiner, int tag);

    /**
     * Among several sites each piece crosses to each other site once, whatever the algorithm: pieces first cross, each to a rank of
     * every other site, and then go around the ring of each site.
     */
    Allgather allgather(AllgatherAlgorithm algorithm, int tag);

    Gather gather(int tag);

    /** @param payloadBytes the size of each of the two payloads of a record, the same on every rank */
    PivotExchange pivotExchange(long payloadBytes, int tag);

    Barrier barrier(int tag);
}
