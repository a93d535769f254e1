package hplhetero.hpl.grid;

import hplhetero.hpl.problem.Rebalance;
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
     * A virtual column, that is a column of the map's grid of cells, in which the rank owns at least one cell. Its block columns, in the
     * rows that the rank owns there, are one local matrix.
     *
     * @param column number of the virtual column in the grid of cells, from 0
     * @param rowSet index in {@link LocalLayout#rowSets} of the virtual rows whose cells the rank owns in this column
     * @param cols   block columns that are dealt to the virtual column
     */
    public record LocalColumn(int column, int rowSet, BlockList cols) {
    }

    /**
     * A set of virtual rows, that is rows of the map's grid of cells, whose cells the rank owns in one virtual column or in several.
     *
     * @param virtualRows numbers of the virtual rows in the grid of cells, from 0, ascending
     * @param rows        block rows that are dealt to these virtual rows
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
     * Returns the layouts of all ranks that own at least one cell of the map's grid, ascending by rank. Faster than making each layout
     * alone: lists of blocks that several ranks have in common are made once.
     *
     * @param map which rank owns which block
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

    /**
     * Returns the rank's local columns, in ascending order of their virtual columns. A local column is a virtual column, a column of the
     * map's grid of cells, in which the rank owns at least one cell.
     */
    public List<LocalColumn> localColumns() {
        return localColumns;
    }

    /**
     * Returns the different sets of virtual rows that the rank owns in its local columns, each set once, in the order in which local
     * columns first have them. Local columns refer to them by index.
     */
    public List<RowSet> rowSets() {
        return rowSets;
    }

    /**
     * Returns the index in {@link #localColumns} of a virtual column; -1 where the rank owns no cell of this column.
     *
     * @param column number of a column of the map's grid of cells, from 0
     */
    public int localColumnOf(int column) {
        for (int s = 0; s < localColumns.size(); s++) {
            if (localColumns.get(s).column() == column) {
                return s;
            }
        }
        return -1;
    }

    /**
     * Returns where the block column {@code fromBlock} and all later ones begin in a local matrix: the index, among the matrix' columns, of
     * the first column that belongs to any of them, or else of the first of the columns that are carried behind the blocks; the number of
     * columns if there is none of these either. The last block column may hold the right-hand side b behind columns of A. Where
     * {@code fromBlock} is the number of panels, ceil(N / NB), or more, no column of A belongs to it, but b does.
     *
     * @param s         index of the local matrix in {@link #localColumns}
     * @param fromBlock number of a block column of the whole matrix, from 0
     */
    public int firstColumn(int s, int fromBlock) {
        LocalColumn local = localColumns.get(s);
        if (fromBlock < map.panels()) {
            return local.cols().start(fromBlock);
        }
        return local.cols().tailStart() - (local.column() == map.kappa()[map.kappa().length - 1] ? 1 : 0);
    }

    /**
     * Returns the block rows that are dealt to a virtual row, whether or not this rank owns cells there.
     *
     * @param r number of a row of the map's grid of cells, from 0
     */
    public BlockList virtualRow(int r) {
        return rows(List.of(r));
    }

    /**
     * Returns whether the rank owns at least one cell in a virtual row.
     *
     * @param r number of a row of the map's grid of cells, from 0
     */
    public boolean inRow(int r) {
        return rowSets.stream().anyMatch(set -> set.virtualRows().contains(r));
    }

    /**
     * Returns the ranks that own cells in a virtual column, each once, ordered by the first row in which they do; this is their order in
     * the communicator that takes the place of netlib's process column.
     *
     * @param grid   grid of cells, each owned by one rank
     * @param column number of a column of this grid, from 0
     */
    public static int[] columnMembers(VirtualGrid grid, int column) {
        return distinct(grid.column(column));
    }

    /**
     * Returns the ranks that own cells in a virtual row, each once, ordered by the first column in which they do; this is their order in
     * the communicator that takes the place of netlib's process row.
     *
     * @param grid grid of cells, each owned by one rank
     * @param row  number of a row of this grid, from 0
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

    /** Returns the number of elements of [A | b] that the rank holds, without columns that are carried behind them. */
    public long elements() {
        long sum = 0;
        for (LocalColumn column : localColumns) {
            sum += (long) rowSets.get(column.rowSet()).rows().size() * column.cols().tailStart();
        }
        return sum;
    }

    /**
     * Returns for how many columns a local matrix has memory: those that it has, and room for more where block columns may move to it.
     *
     * @param s         index of the local matrix in {@link #localColumns}
     * @param rebalance whether block columns may move, and for how many there is room
     */
    public int columnCapacity(int s, Rebalance rebalance) {
        BlockList cols = localColumns.get(s).cols();
        // a block of full width may take the place of the matrix' last one, which may be narrower
        return !rebalance.follows() ? cols.size()
                : Math.min(map.n() + 1, rebalance.capacity(cols.blockCount(), map.kappa().length) * map.nb()) + map.carried();
    }
}
