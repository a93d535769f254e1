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
 * What of a map concerns one rank. A <em>local column</em> is a virtual column in which the rank owns cells, a <em>row set</em> the
 * virtual rows of those cells; local columns with the same rows share one row set. Each local column is one local matrix.
 */
public final class LocalLayout {

    /**
     * A virtual column in which the rank owns cells.
     *
     * @param column the virtual column
     * @param rowSet index of its row set
     * @param cols   its block columns
     */
    public record LocalColumn(int column, int rowSet, BlockList cols) {
    }

    /**
     * Virtual rows that the rank owns in some virtual column.
     *
     * @param virtualRows their numbers, ascending
     * @param rows        their block rows
     */
    public record RowSet(List<Integer> virtualRows, BlockList rows) {
    }

    private final BlockMap map;
    private final int rank;
    private final List<LocalColumn> localColumns = new ArrayList<>();
    private final List<RowSet> rowSets = new ArrayList<>();

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

    /** Empty: {@link #all} fills it. */
    private LocalLayout(int rank, BlockMap map) {
        this.map = map;
        this.rank = rank;
    }

    /** The layouts of all ranks that own cells; what they have in common is made once. */
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

    public BlockMap map() {
        return map;
    }

    public int rank() {
        return rank;
    }

    public List<LocalColumn> localColumns() {
        return localColumns;
    }

    public List<RowSet> rowSets() {
        return rowSets;
    }

    /** The number of the local column that is this virtual column, or -1. */
    public int localColumnOf(int column) {
        for (int s = 0; s < localColumns.size(); s++) {
            if (localColumns.get(s).column() == column) {
                return s;
            }
        }
        return -1;
    }

    /**
     * The first element of local column {@code s} in block column {@code fromBlock} or a later one; its size if there is none. The last
     * panel's block may hold b behind its own columns: from the block behind the last panel on, b alone is left.
     */
    public int firstColumn(int s, int fromBlock) {
        LocalColumn local = localColumns.get(s);
        if (fromBlock < map.panels()) {
            return local.cols().start(fromBlock);
        }
        return local.cols().size() - (local.column() == map.kappa()[map.kappa().length - 1] ? 1 : 0);
    }

    /** The block rows of one virtual row. */
    public BlockList virtualRow(int r) {
        return rows(List.of(r));
    }

    /** Whether the rank owns a cell in virtual row r. */
    public boolean inRow(int r) {
        return rowSets.stream().anyMatch(set -> set.virtualRows().contains(r));
    }

    /** The ranks that own cells in a virtual column, by their first row: their order in the column's communicator. */
    public static int[] columnMembers(VirtualGrid grid, int column) {
        return distinct(grid.column(column));
    }

    /** The ranks that own cells in a virtual row, by their first column: their order in the row's communicator. */
    public static int[] rowMembers(VirtualGrid grid, int row) {
        return distinct(grid.row(row));
    }

    /** Bits, not a hash table: where Q is a power of two, the ranks of a column would collide in one. */
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

    /** Elements of [A | b] that the rank holds. */
    public long elements() {
        long sum = 0;
        for (LocalColumn column : localColumns) {
            sum += (long) rowSets.get(column.rowSet()).rows().size() * column.cols().size();
        }
        return sum;
    }
}
