package hplhetero.comm;

import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.MemorySegment;

/**
 * The collectives of one communicator. All ranks of the communicator call each factory with the same arguments. A factory makes an
 * operation that can be started again and again; a started operation is driven by {@link Operation#poll()}. Several operations may be in
 * flight on one communicator when their tags differ.
 *
 * <p>Factories allocate. The barrier, the pivot exchange and the allreduce allocate nothing afterwards when they are started with the same
 * buffer again. The others make a few small views of their buffer at each start.
 *
 * <p>With one rank every collective is done when its start returns. No collective makes progress unless it is polled: a rank that waits for
 * one operation polls its other operations too, or the ranks behind it in a ring wait.
 */
public interface Collectives {

    /** An associative and commutative function that combines two buffers of the same size, such as an elementwise sum. */
    @FunctionalInterface
    interface Combiner {
        /** Combines {@code in} into {@code inout}, which has the same size. */
        void combine(MemorySegment inout, MemorySegment in);
    }

    /** An operation that sends one rank's buffer to all ranks. */
    interface Broadcast extends Operation {
        /**
         * Starts the broadcast on this rank; all ranks start it.
         *
         * @param buffer the same size on every rank; read on {@code root}, filled on the others
         * @param root   the rank of this communicator whose buffer is sent, the same on all ranks
         */
        void start(MemorySegment buffer, int root);
    }

    /** An operation that combines all ranks' buffers, so that every rank ends with the same bits. */
    interface Allreduce extends Operation {
        /**
         * Starts the allreduce on this rank; all ranks start it.
         *
         * @param inout in: this rank's values; out: the combined values; at most the size given to the factory, the same on every rank
         */
        void start(MemorySegment inout);
    }

    /** An operation that brings one piece of each rank together on all ranks. */
    interface Allgather extends Operation {
        /**
         * Starts the allgather on this rank; all ranks start it with the same offsets and lengths. Pieces lie in rank order without gaps.
         *
         * @param buffer  room for all pieces; this rank's own piece is present, the others are filled
         * @param offsets where each piece begins in {@code buffer}, in bytes, indexed by rank
         * @param lengths the length of each piece in bytes, which may be 0, indexed by rank
         */
        void start(MemorySegment buffer, long[] offsets, long[] lengths);
    }

    /** An operation in which each rank sends one piece to each rank; all pieces have the same size. */
    interface Alltoall extends Operation {
        /**
         * Starts the alltoall on this rank; all ranks start it. Both buffers have size * piece bytes, the same on every rank, and do not
         * overlap.
         *
         * @param outgoing the pieces to send: piece r goes to rank r
         * @param incoming the pieces to receive: piece r comes from rank r
         */
        void start(MemorySegment outgoing, MemorySegment incoming);
    }

    /** An operation that brings one piece of each rank together on one rank. */
    interface Gather extends Operation {
        /**
         * Starts the gather on this rank; all ranks start it.
         *
         * @param piece the piece that this rank sends to {@code root}, the same size on every rank
         * @param whole on {@code root}: room for size * piece bytes, filled in rank order; elsewhere it may be null
         * @param root  the rank of this communicator that receives all pieces, the same on all ranks
         */
        void start(MemorySegment piece, MemorySegment whole, int root);
    }

    /**
     * An operation that finds the best of all ranks' candidates, brings the winner's payload to all ranks, and brings the payload of one
     * other rank, the holder, to the winner. One exchange does what LU needs once a column: pivot search, row swap and broadcast of the
     * pivot row together (HPL_pdmxswp).
     *
     * <p>A record has {@code 16 + 2 * payloadBytes} bytes. Its fields are in native byte order and need no alignment:
     * <pre>
     *   0                  magnitude   double   |value| of the candidate
     *   8                  row         long     its global row: of equal magnitudes the smaller row wins
     *  16                  candidate   payloadBytes
     *  16 + payloadBytes   current     payloadBytes, read on the holder only
     * </pre>
     * Before the exchange, the record has each rank's own candidate, and on the holder the current row. Afterwards every rank has the
     * winner's magnitude, row and candidate, the same bits everywhere. All ranks of the winner's site also have the holder's current row;
     * elsewhere the current row is undefined.
     *
     * <p>A magnitude of NaN loses to every number, so a rank without a candidate writes {@link #NO_MAGNITUDE} and {@link #NO_ROW}. Among
     * NaNs the smaller row wins. Rows of candidates differ from rank to rank. When no rank has a candidate, the candidate payload is
     * undefined.
     *
     * <p>Cost: each rank sends and receives ceil(log2 size) messages. Among several sites one rank speaks for each site. First all ranks of
     * a site compare their candidates, then the speakers exchange magnitudes. Then the winner's row crosses to each other site once, and
     * the current row crosses to the winner's site, unless the holder sits there. With one rank the exchange is done at once.
     */
    interface PivotExchange extends Operation {
        /** The byte of a record at which the candidate's magnitude begins, a double. */
        long MAGNITUDE_OFFSET = 0;
        /** The byte of a record at which the candidate's global row begins, a long. */
        long ROW_OFFSET = 8;
        /** The byte of a record at which the candidate's payload begins. */
        long CANDIDATE_OFFSET = 16;
        /** The magnitude that a rank without a candidate writes. */
        double NO_MAGNITUDE = Double.NaN;
        /** The row that a rank without a candidate writes. */
        long NO_ROW = Long.MAX_VALUE;

        /** Returns the byte of a record at which the holder's current row begins. */
        static long currentOffset(long payloadBytes) {
            return CANDIDATE_OFFSET + payloadBytes;
        }

        /** Returns the size of a record with payloads of {@code payloadBytes} bytes each, in bytes. */
        static long recordBytes(long payloadBytes) {
            return CANDIDATE_OFFSET + 2 * payloadBytes;
        }

        /**
         * Starts the exchange on this rank; all ranks start it. Allocates nothing when given the same segment object again.
         *
         * @param record in and out, exactly {@link #recordBytes} bytes
         * @param holder the rank of this communicator that holds the current row, the same on all ranks
         */
        void start(MemorySegment record, int holder);
    }

    /** An operation that is done on no rank before all ranks have started it. */
    interface Barrier extends Operation {
        /** Starts the barrier on this rank; all ranks start it. */
        void start();
    }

    /**
     * Makes a broadcast. Among several sites the algorithm serves the root's site; the ranks of the other sites pass the buffer on to each
     * other, site after site, so that the buffer crosses to each of these sites once. Collective.
     *
     * @param algorithm who sends to whom
     * @param tag       below {@link Communicator#FIRST_RESERVED_TAG}; tells this operation's messages from those of others
     */
    Broadcast broadcast(BroadcastAlgorithm algorithm, int tag);

    /**
     * Makes an allreduce. Collective.
     *
     * @param maxBytes the size of the largest buffer that will be reduced
     * @param combiner the function that combines two ranks' buffers
     * @param tag      below {@link Communicator#FIRST_RESERVED_TAG}; tells this operation's messages from those of others
     */
    Allreduce allreduce(long maxBytes, Combiner combiner, int tag);

    /**
     * Makes an allgather. Among several sites each piece crosses to each other site once, whatever the algorithm: pieces first cross, each
     * to a rank of every other site, and then go around the ring of each site. Collective.
     *
     * @param algorithm who sends to whom within one site
     * @param tag       below {@link Communicator#FIRST_RESERVED_TAG}; tells this operation's messages from those of others
     */
    Allgather allgather(AllgatherAlgorithm algorithm, int tag);

    /**
     * Makes a gather. Collective.
     *
     * @param tag below {@link Communicator#FIRST_RESERVED_TAG}; tells this operation's messages from those of others
     */
    Gather gather(int tag);

    /**
     * Makes a pivot exchange. Collective.
     *
     * @param payloadBytes the size of each of the two payloads of a record, the same on every rank
     * @param tag          below {@link Communicator#FIRST_RESERVED_TAG}; tells this operation's messages from those of others
     */
    PivotExchange pivotExchange(long payloadBytes, int tag);

    /**
     * Makes a barrier. Collective.
     *
     * @param tag below {@link Communicator#FIRST_RESERVED_TAG}; tells this operation's messages from those of others
     */
    Barrier barrier(int tag);
}
