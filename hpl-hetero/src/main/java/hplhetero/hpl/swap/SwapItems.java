package hplhetero.hpl.swap;

import hplhetero.hpl.matrix.LocalMatrix;
import java.util.Arrays;

/**
 * The rows that change places in one swap, as items: rows of U are items 0 .. jb - 1, and the rows that leave the panel's block row follow.
 * Each item has a source, a target and, while the pieces come together on all ranks, a holder. All three are ranks of the process column.
 * Owner: the rank's thread; reused from swap to swap.
 */
final class SwapItems {
    /** Rank that has each item before the swap, indexed by item. */
    final int[] source;
    /** Rank that each item is sent to, indexed by item; for a row of U its holder. */
    final int[] target;
    /** Offset in bytes of each rank's piece in the gathered area, indexed by rank; {@link #lengths} has the bytes of each piece. */
    final long[] offsets;
    final long[] lengths;
    private final ProcessColumn column;
    /** Rank from which each gathered item comes to all ranks, indexed by item. */
    private final int[] holder;
    /** Index of the row in the gathered area that each gathered item takes, indexed by item. */
    private final int[] position;
    /** Number of rows of U that each rank has beyond its share, indexed by rank; less than 0 where it has fewer. */
    private final int[] surplus;
    /** Ranks of each site, indexed by site. */
    private final int[][] groups;

    private LocalMatrix a;
    private RowPermutation permutation;
    private int firstColumn;
    private long rowBytes;
    private int count;

    SwapItems(ProcessColumn column) {
        this.column = column;
        int ranks = column.size();
        groups = column.sites().groups();
        source = new int[2 * column.nb()];
        target = new int[2 * column.nb()];
        holder = new int[2 * column.nb()];
        position = new int[2 * column.nb()];
        offsets = new long[ranks];
        lengths = new long[ranks];
        surplus = new int[ranks];
    }

    /**
     * Finds sources and targets of all items for another swap; every item is held by its source.
     *
     * @param permutation permutation of the panel
     * @param columns     number of columns that are swapped
     */
    void describe(RowPermutation permutation, int columns) {
        this.permutation = permutation;
        rowBytes = 8L * columns;
        int jb = permutation.width();
        count = jb + permutation.moves();
        for (int i = 0; i < jb; i++) {
            source[i] = column.owner(permutation.uSource(i));
            holder[i] = source[i];
            target[i] = source[i];
        }
        for (int m = 0; m < permutation.moves(); m++) {
            source[jb + m] = column.owner(permutation.moveFrom(m));
            holder[jb + m] = source[jb + m];
            target[jb + m] = column.owner(permutation.moveTo(m));
        }
    }

    /**
     * Sets where this rank's items lie.
     *
     * @param a           the local matrix
     * @param firstColumn first local column that is swapped
     */
    void find(LocalMatrix a, int firstColumn) {
        this.a = a;
        this.firstColumn = firstColumn;
    }

    /** Arranges all items by the rank that they come from, as binary exchange gathers them. */
    void arrangeAll() {
        arrange(count);
    }

    /**
     * Arranges the rows of U as spread-roll gathers them.
     *
     * @param equilibrate whether the ranks' numbers of rows are evened out; otherwise each row stays at the rank that it comes from
     */
    void arrangeU(boolean equilibrate) {
        if (equilibrate) {
            evenOut();
        }
        arrange(rowsOfU());
    }

    /**
     * Gives rows of U that a rank has beyond an equal share to ranks that have fewer; no other row moves (HPL_equil). Shares are of the
     * rows that the ranks of one site have, so no row crosses to another site except on its way to all ranks.
     */
    private void evenOut() {
        Arrays.fill(surplus, 0);
        for (int i = 0; i < rowsOfU(); i++) {
            surplus[holder[i]]++;
        }
        for (int[] members : groups) {
            evenOut(members);
        }
    }

    private void evenOut(int[] members) {
        int all = 0;
        for (int r : members) {
            all += surplus[r];
        }
        for (int i = 0; i < members.length; i++) {
            surplus[members[i]] -= (i + 1) * all / members.length - i * all / members.length;
        }
        int taker = 0;
        for (int i = 0; i < rowsOfU(); i++) {
            if (surplus[holder[i]] > 0 && column.sites().together(holder[i], members[0])) {
                while (surplus[members[taker]] >= 0) {
                    taker++;
                }
                surplus[holder[i]]--;
                surplus[members[taker]]++;
                holder[i] = members[taker];
                target[i] = members[taker];
            }
        }
    }

    /** Gives the first {@code gatheredItems} items their rows in the gathered area, ordered by holder, then by item. */
    private void arrange(int gatheredItems) {
        int next = 0;
        for (int r = 0; r < offsets.length; r++) {
            offsets[r] = next * rowBytes;
            for (int i = 0; i < gatheredItems; i++) {
                if (holder[i] == r) {
                    position[i] = next++;
                }
            }
            lengths[r] = next * rowBytes - offsets[r];
        }
    }

    /**
     * Copies into the gathered area those of the first {@code gatheredItems} items that this rank both has and holds.
     *
     * @param gathered address at which the swap's part of the gathered area begins
     */
    void gatherOwn(int gatheredItems, long gathered, RowCopies copies) {
        int me = column.rank();
        for (int i = 0; i < gatheredItems; i++) {
            if (source[i] == me && holder[i] == me) {
                copies.add(localAddress(i), gathered + gatheredOffset(i));
            }
        }
        copies.run(a.memory(), rowBytes);
    }

    /** Returns whether no row of U that this rank is to hold comes from another rank. */
    boolean holdsItsShare() {
        int me = column.rank();
        for (int i = 0; i < rowsOfU(); i++) {
            if (holder[i] == me && source[i] != me) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of all items: the rows of U and the rows that leave the panel's block row. */
    int count() {
        return count;
    }

    /** Returns the number of rows of U, which are the first items. */
    int rowsOfU() {
        return permutation.width();
    }

    /** Returns the bytes of the items that go from one rank to another. */
    long bytes(int from, int to) {
        long found = 0;
        for (int i = 0; i < count; i++) {
            found += source[i] == from && target[i] == to ? 1 : 0;
        }
        return found * rowBytes;
    }

    /** Returns the bytes of one item: of one row in the columns that are swapped. */
    long rowBytes() {
        return rowBytes;
    }

    /** Returns the bytes of all items together that are gathered on all ranks. */
    long gatheredBytes() {
        return offsets[offsets.length - 1] + lengths[offsets.length - 1];
    }

    /** Returns the offset in bytes at which a gathered item begins in the gathered area. */
    long gatheredOffset(int item) {
        return position[item] * rowBytes;
    }

    /** Returns the address at which an item that this rank has begins in the local matrix. */
    long localAddress(int item) {
        int row = item < rowsOfU() ? permutation.uSource(item) : permutation.moveFrom(item - rowsOfU());
        return a.address(a.rows().local(row), firstColumn);
    }

    /** Returns the address at which a leaving row's new place begins, on the rank that has this place. */
    long newAddress(int item) {
        return a.address(a.rows().local(permutation.moveTo(item - rowsOfU())), firstColumn);
    }
}
