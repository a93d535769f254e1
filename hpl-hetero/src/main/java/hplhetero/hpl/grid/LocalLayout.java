package hplhetero.hpl.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What a map of blocks means for one rank. A <em>local column</em> is a virtual column in which the rank owns cells, a <em>row set</em> the
 * virtual rows of these cells; local columns with the same virtual rows share one row set. Each local column is one local matrix.
 */
public final class LocalLayout {

    /**
     * A virtual column in which the rank owns cells.
     *
     * @param column number of the virtual column
     * @param rowSet index of the row set that holds the rank's virtual rows in this column
     * @param cols   block columns of the virtual column
     */
    public record LocalColumn(int column, int rowSet, BlockList cols) {
    }

    /**
     * The virtual rows that the rank owns in some virtual column.
     *
     * @param virtualRows numbers of the virtual rows, ascending
     * @param rows        block rows that lie in these virtual rows
     */
    public record RowSet(List<Integer> virtualRows, BlockList rows) {
    }

    private final BlockMap map;
    private final int rank;
    private final List<LocalColumn> localColumns = new ArrayList<>();
    private final List<RowSet> rowSets = new ArrayList<>();

    /**
     * Makes the layout of one rank. It has no local columns where the rank owns no cell.
     *
     * @param map  which rank owns which block
     * @param rank number of the rank in the map
     */
    public LocalLayout(BlockMap map, int rank) {
        this.map = map;
        this.rank = rank;
        for (int c = 0; c < map.grid().cols(); c++) {
            List<Integer> owned = ownedRows(c);
            if (!owned.isEmpty()) {
                localColumns.add(new LocalColumn(c, rowSet(owned, () -> rows(owned)), map.cols(c)));
            }
        }
    }

    /** Makes a layout without columns and row sets, which {@link #all} fills in. */
    private LocalLayout(int rank, BlockMap map) {
        this.map = map;
        this.rank = rank;
    }

    /**
     * Returns the layouts of all ranks that own cells. Faster than making each layout alone: lists of blocks that several ranks have in
     * common are made once.
     */
    public static Collection<LocalLayout> all(BlockMap map) {
        Map<Integer, LocalLayout> layouts = new TreeMap<>();
        Map<List<Integer>, BlockList> rows = new HashMap<>();
        for (int c = 0; c < map.grid().cols(); c++) {
            Map<Integer, List<Integer>> owned = new TreeMap<>();
            for (int r = 0; r < map.grid().rows(); r++) {
                owned.computeIfAbsent(map.grid().owner(r, c), rank -> new ArrayList<>()).add(r);
            }
            int column = c;
            BlockList cols = map.cols(c);
            owned.forEach((rank, virtualRows) -> {
                LocalLayout layout = layouts.computeIfAbsent(rank, r -> new LocalLayout(r, map));
                int set = layout.rowSet(virtualRows, () -> rows.computeIfAbsent(virtualRows, layout::rows));
                layout.localColumns.add(new LocalColumn(column, set, cols));
            });
        }
        return layouts.values();
    }

    private List<Integer> ownedRows(int column) {
        List<Integer> owned = new ArrayList<>();
        for (int r = 0; r < map.grid().rows(); r++) {
            if (map.grid().owner(r, column) == rank) {
                owned.add(r);
            }
        }
        return owned;
    }

    private int rowSet(List<Integer> virtualRows, Supplier<BlockList> rows) {
        for (int i = 0; i < rowSets.size(); i++) {
            if (rowSets.get(i).virtualRows().equals(virtualRows)) {
                return i;
            }
        }
        rowSets.add(new RowSet(virtualRows, rows.get()));
        return rowSets.size() - 1;
    }

    private BlockList rows(List<Integer> virtualRows) {
        boolean[] chosen = new boolean[map.grid().rows()];
        virtualRows.forEach(r -> chosen[r] = true);
        return map.rows(chosen);
    }

    /** Returns the map that this layout belongs to. */
    public BlockMap map() {
        return map;
    }

    /** Returns the rank that this layout belongs to. */
    public int rank() {
        return rank;
    }

    /** Returns the rank's local columns, in ascending order of their virtual columns. */
    public List<LocalColumn> localColumns() {
        return localColumns;
    }

    /** Returns the rank's row sets, in the order in which local columns first have them. */
    public List<RowSet> rowSets() {
        return rowSets;
    }

    /** Returns the index of the local column that is virtual column {@code column}, or -1 where the rank owns no cell there. */
    public int localColumnOf(int column) {
        for (int s = 0; s < localColumns.size(); s++) {
            if (localColumns.get(s).column() == column) {
                return s;
            }
        }
        return -1;
    }

    /**
     * Returns the index, among the columns of a local column's matrix, of the first column that belongs to block column {@code fromBlock}
     * or a later one; the number of columns if there is none. The last block column may hold b behind columns of A: where {@code fromBlock}
     * is the number of panels or more, only b belongs to it.
     *
     * @param s         index of the local column
     * @param fromBlock global number of a block column
     */
    public int firstColumn(int s, int fromBlock) {
        LocalColumn local = localColumns.get(s);
        if (fromBlock < map.panels()) {
            return local.cols().start(fromBlock);
        }
        return local.cols().size() - (local.column() == map.kappa()[map.kappa().length - 1] ? 1 : 0);
    }

    /** Returns the list of all block rows that lie in virtual row {@code r}, whether or not the rank owns cells there. */
    public BlockList virtualRow(int r) {
        return rows(List.of(r));
    }

    /** Returns whether the rank owns a cell in virtual row {@code r}. */
    public boolean inRow(int r) {
        return rowSets.stream().anyMatch(set -> set.virtualRows().contains(r));
    }

    /**
     * Returns the ranks that own cells in a virtual column, ordered by the first row in which they do; this is their order in the column's
     * communicator.
     *
     * @param grid   owners of all cells
     * @param column number of the virtual column
     */
    public static int[] columnMembers(VirtualGrid grid, int column) {
        return distinct(grid.column(column));
    }

    /**
     * Returns the ranks that own cells in a virtual row, ordered by the first column in which they do; this is their order in the row's
     * communicator.
     *
     * @param grid owners of all cells
     * @param row  number of the virtual row
     */
    public static int[] rowMembers(VirtualGrid grid, int row) {
        return distinct(grid.row(row));
    }

    /**
     * Returns the owners without repetitions, in the order in which they first appear. Ranks seen are bits, not entries of a hash table, in
     * which the ranks of a column would collide where Q is a power of two.
     */
    private static int[] distinct(int[] owners) {
        BitSet seen = new BitSet();
        int[] distinct = new int[owners.length];
        int count = 0;
        for (int owner : owners) {
            if (!seen.get(owner)) {
                seen.set(owner);
                distinct[count++] = owner;
            }
        }
        return Arrays.copyOf(distinct, count);
    }

    /** Returns the number of elements of [A | b] that the rank holds. */
    public long elements() {
        long sum = 0;
        for (LocalColumn column : localColumns) {
            sum += (long) rowSets.get(column.rowSet()).rows().size() * column.cols().size();
        }
        return sum;
    }
}
