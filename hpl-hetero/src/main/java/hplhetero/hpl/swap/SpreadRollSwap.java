package hplhetero.hpl.swap;

import hplhetero.blas.MatrixMemory;
import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives.Allgather;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.collective.CollectiveAlgorithms;

/**
 * The row swap by spread-roll (HPL_pdlaswp01). First the leaving rows go to where they belong and, with equilibration, ranks that have more
 * than their share of the rows of U send the surplus to others. Then only U rolls around a ring. A rank that has all of its share of U
 * begins to roll at once. In a process column whose ranks are at several sites, rows of U are evened out within each site, and each row
 * crosses to each other site once ({@link hplhetero.comm.Collectives#allgather}).
 */
final class SpreadRollSwap extends RowExchange {
    static final AllgatherAlgorithm GATHER = AllgatherAlgorithm.RING;

    private final boolean equilibrate;

    SpreadRollSwap(ProcessColumn column, SwapWorkSpace space, SwapCapacity capacity, SwapParts parts, boolean equilibrate) {
        super(column, space, capacity, parts);
        this.equilibrate = equilibrate;
        fill(capacity, SpreadRoll::new);
    }

    private final class SpreadRoll extends Exchange {
        private final int tag;
        private final Allgather ring;
        /** Receives under way, indexed by sender, else null: leaving rows, and rows of U that this rank is to hold. */
        private final Request[] receives = new Request[column.size()];
        private final Request[] sends = new Request[column.size()];
        /** Offset in bytes, among what is received, of the rows from each rank, indexed by rank. */
        private final long[] receivedFrom = new long[column.size() + 1];
        private boolean rolling;

        SpreadRoll(int tag) {
            this.tag = tag;
            ring = CollectiveAlgorithms.of(column.ranks(), column.sites()).allgather(GATHER, tag + 2);
        }

        @Override
        void begin() {
            items.arrangeU(equilibrate);
            items.gatherOwn(items.rowsOfU(), space.gathered.address() + work, space.copies);
            receive();
            send();
            moveWithinRank();
            rolling = items.holdsItsShare();
            if (rolling) {
                roll();
            }
        }

        private void receive() {
            int me = column.rank();
            for (int r = 0; r < receives.length; r++) {
                long bytes = r == me ? 0 : items.bytes(r, me);
                receivedFrom[r + 1] = receivedFrom[r] + bytes;
                receives[r] = bytes == 0 ? null : column.ranks().irecv(space.received.asSlice(work + receivedFrom[r], bytes), r, tag);
            }
        }

        private void send() {
            int me = column.rank();
            long end = work;
            for (int r = 0; r < sends.length; r++) {
                long start = end;
                for (int i = 0; i < items.count() && r != me; i++) {
                    if (items.source[i] == me && items.target[i] == r) {
                        space.copies.add(items.localAddress(i), space.outgoing.address() + end);
                        end += items.rowBytes();
                    }
                }
                space.copies.run(a.memory(), items.rowBytes());
                sends[r] = end == start ? null : column.ranks().isend(space.outgoing.asSlice(start, end - start), r, tag);
            }
        }

        /** Adds a move for each leaving row whose new place is on this rank too. */
        private void moveWithinRank() {
            int me = column.rank();
            for (int i = items.rowsOfU(); i < items.count(); i++) {
                if (items.source[i] == me && items.target[i] == me) {
                    rows.addMove(items.localAddress(i), items.newAddress(i));
                }
            }
        }

        private void roll() {
            ring.start(space.gathered.asSlice(work, items.gatheredBytes()), items.offsets, items.lengths);
        }

        @Override
        public boolean sent() {
            for (Request send : sends) {
                if (send != null) {
                    return false;
                }
            }
            return true;
        }

        @Override
        Progress advance() {
            boolean moved = false;
            boolean open = false;
            for (int r = 0; r < sends.length; r++) {
                if (sends[r] != null && sends[r].poll() == Progress.DONE) {
                    sends[r].release();
                    sends[r] = null;
                    moved = true;
                }
                if (receives[r] != null && receives[r].poll() == Progress.DONE) {
                    receives[r].release();
                    receives[r] = null;
                    deliver(r);
                    moved = true;
                }
                open |= sends[r] != null || receives[r] != null;
            }
            if (!rolling && !open) {
                rolling = true;
                roll();
            }
            Progress rolls = rolling ? ring.poll() : Progress.IDLE;
            if (open || rolls != Progress.DONE) {
                return moved || rolls == Progress.ADVANCED ? Progress.ADVANCED : Progress.IDLE;
            }
            return Progress.DONE;
        }

        /**
         * Brings the rows that rank {@code from} has sent to where they belong: rows of U into the gathered area, leaving rows, as moves,
         * into the matrix.
         */
        private void deliver(int from) {
            int me = column.rank();
            long at = work + receivedFrom[from];
            for (int i = 0; i < items.count(); i++) {
                if (items.source[i] != from || items.target[i] != me) {
                    continue;
                }
                if (i < items.rowsOfU()) {
                    space.copies.add(space.received.address() + at, space.gathered.address() + work + items.gatheredOffset(i));
                } else {
                    rows.addMove(space.received.address() + at, items.newAddress(i));
                }
                at += items.rowBytes();
            }
            space.copies.run(MatrixMemory.HOST, items.rowBytes());
        }
    }
}
