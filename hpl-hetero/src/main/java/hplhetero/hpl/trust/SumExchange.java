package hplhetero.hpl.trust;

import hplhetero.comm.Communicator;
import hplhetero.comm.ProgressLoop;
import hplhetero.comm.Request;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The exchange of carried sums between the cell of virtual column q and the cell that carries its sums, in each virtual row. A message
 * holds the plain and the weighted sum of each row, in the order of rows. Owner: the rank's thread.
 */
final class SumExchange {
    private final Communicator ranks;
    private final LocalLayout layout;
    private final LocalMatrix[] matrices;
    private final Checksums checksums;
    private final BlockList[] virtualRow;
    /** Carried sums of each local matrix, indexed by local matrix: plain and weighted sum of each local row. */
    private final MemorySegment[] sums;
    /** Messages on their way, one behind the other. */
    private final MemorySegment outgoing;
    private final MemorySegment incoming;
    private final ProgressLoop progress = new ProgressLoop();

    SumExchange(Communicator ranks, LocalLayout layout, LocalMatrix[] matrices, Arena arena) {
        this.ranks = ranks;
        this.layout = layout;
        this.matrices = matrices;
        checksums = new Checksums(layout.map());
        virtualRow = new BlockList[layout.map().grid().rows()];
        sums = new MemorySegment[matrices.length];
        long bytes = 0;
        for (int r = 0; r < virtualRow.length; r++) {
            virtualRow[r] = layout.virtualRow(r);
        }
        for (int s = 0; s < matrices.length; s++) {
            sums[s] = arena.allocate(bytes(matrices[s].rows().size()), 64);
            bytes += bytes(matrices[s].rows().size());
        }
        outgoing = arena.allocate(Math.max(1, bytes), 64);
        incoming = arena.allocate(Math.max(1, bytes), 64);
    }

    /** Returns the bytes of a message with the sums of some rows. */
    private static long bytes(int rows) {
        return 2L * Double.BYTES * rows;
    }

    /**
     * Returns a carried sum, as {@link #fetch} has brought it.
     *
     * @param s     index of the local matrix that holds the elements
     * @param l     local row
     * @param which 0 for the plain sum, 1 for the weighted sum
     */
    double get(int s, int l, int which) {
        return sums[s].getAtIndex(ValueLayout.JAVA_DOUBLE, 2L * l + which);
    }

    /** Sets a sum that {@link #giveBack} is to bring to its carrier. The parameters are those of {@link #get}. */
    void set(int s, int l, int which, double value) {
        sums[s].setAtIndex(ValueLayout.JAVA_DOUBLE, 2L * l + which, value);
    }

    /** Brings the carried sums of rows from block row {@code since} on to the owners of their elements. Collective over the map's ranks. */
    void fetch(int since) {
        exchange(since, false);
    }

    /** Brings all sums from block row {@code since} on back to their carriers. Collective over the map's ranks. */
    void giveBack(int since) {
        exchange(since, true);
    }

    private void exchange(int since, boolean back) {
        List<Request> requests = new ArrayList<>();
        List<Runnable> arrived = new ArrayList<>();
        long sent = 0;
        long received = 0;
        for (int q = 0; q < layout.map().grid().cols(); q++) {
            for (int r = 0; r < virtualRow.length; r++) {
                int holder = layout.map().grid().owner(r, q);
                int carrier = layout.map().grid().owner(r, checksums.carrier(q));
                int from = back ? holder : carrier;
                int to = back ? carrier : holder;
                long bytes = bytes(virtualRow[r].size() - virtualRow[r].start(since));
                if (bytes == 0) {
                    continue;
                }
                int row = r;
                int column = q;
                if (from == ranks.rank()) {
                    MemorySegment message = outgoing.asSlice(sent, bytes);
                    sent += bytes;
                    pack(row, column, since, back, message);
                    if (to == from) {
                        arrived.add(() -> unpack(row, column, since, back, message));
                    } else {
                        requests.add(ranks.isend(message, to, Tags.CHECKSUMS));
                    }
                } else if (to == ranks.rank()) {
                    MemorySegment message = incoming.asSlice(received, bytes);
                    received += bytes;
                    requests.add(ranks.irecv(message, from, Tags.CHECKSUMS));
                    arrived.add(() -> unpack(row, column, since, back, message));
                }
            }
        }
        requests.forEach(progress::until);
        arrived.forEach(Runnable::run);
    }

    private void pack(int r, int q, int since, boolean back, MemorySegment message) {
        int s = layout.localColumnOf(back ? q : checksums.carrier(q));
        forEachRow(r, s, since, (l, index) -> {
            for (int which = 0; which < 2; which++) {
                double value = back ? get(s, l, which) : Checksums.get(matrices[s], l, which);
                message.setAtIndex(ValueLayout.JAVA_DOUBLE, 2 * index + which, value);
            }
        });
    }

    private void unpack(int r, int q, int since, boolean back, MemorySegment message) {
        int s = layout.localColumnOf(back ? checksums.carrier(q) : q);
        forEachRow(r, s, since, (l, index) -> {
            for (int which = 0; which < 2; which++) {
                double value = message.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 * index + which);
                if (back) {
                    Checksums.set(matrices[s], l, which, value);
                } else {
                    set(s, l, which, value);
                }
            }
        });
    }

    private interface RowAction {
        void at(int local, long index);
    }

    /** Does an action for the rows of virtual row {@code r} from block row {@code since} on, as local matrix {@code s} numbers them. */
    private void forEachRow(int r, int s, int since, RowAction action) {
        BlockList list = virtualRow[r];
        long index = 0;
        for (int b = list.firstFrom(since); b < list.blockCount(); b++) {
            BlockList rows = matrices[s].rows();
            int block = list.block(b);
            for (int l = rows.start(block); l < rows.start(block + 1); l++) {
                action.at(l, index++);
            }
        }
    }
}
