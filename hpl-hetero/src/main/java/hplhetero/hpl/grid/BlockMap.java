package hplhetero.hpl.grid;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The map of the blocks of the N x (N + 1) matrix [A | b] to ranks: block row I lies in virtual row rho(I), block column J in virtual
 * column kappa(J). Virtual rows and columns cross in the cells of the virtual grid, and a rank owns one cell or several: all blocks that
 * lie in them. Virtual rows with the same owners are put together, and so are virtual columns, so that a rank keeps the blocks of each
 * maximal rectangle of its cells together.
 *
 * @param n       order of A
 * @param nb      blocking factor; at most N + 1, even where more was asked for
 * @param grid    the cells and their owners, with no two rows and no two columns alike
 * @param rho     virtual row of each block row, ceil(N / nb) entries
 * @param kappa   virtual column of each block column, ceil((N + 1) / nb) entries
 * @param carried number of further columns that each virtual column carries behind its blocks of [A | b], such as checksums; they are
 *                swapped, solved and updated like b
 */
public record BlockMap(int n, int nb, VirtualGrid grid, int[] rho, int[] kappa, int carried) {

    /** Limits {@code nb} to N + 1, so that no block is larger than the matrix [A | b]. */
    public BlockMap {
        nb = HplCase.blockSize(n, nb);
    }

    /** Makes a map of [A | b] alone: no virtual column carries further columns. The parameters are the record's other components. */
    public BlockMap(int n, int nb, VirtualGrid grid, int[] rho, int[] kappa) {
        this(n, nb, grid, rho, kappa, 0);
    }

    /**
     * Returns this map with further columns behind the blocks of [A | b] in each virtual column.
     *
     * @param columns number of further columns in each virtual column, &gt;= 0
     */
    public BlockMap carrying(int columns) {
        return new BlockMap(n, nb, grid, rho, kappa, columns);
    }

    /** Returns the map of all blocks of a case's matrix to ranks, as the case's {@link HplCase#map} asks for it. */
    public static BlockMap of(HplCase c) {
        int blockRows = blocks(c.n(), c.nb());
        int blockCols = blocks(c.n() + 1L, c.nb());
        return switch (c.map()) {
            case MapSpec.Cyclic cyclic -> merged(c.n(), c.nb(), numbered(c), Weights.cyclic(c.p(), blockRows),
                    Weights.cyclic(c.q(), blockCols));
            case MapSpec.Cells cells -> {
                VirtualGrid grid = cells(cells.owners());
                yield merged(c.n(), c.nb(), grid, Weights.cyclic(grid.rows(), blockRows), Weights.cyclic(grid.cols(), blockCols));
            }
            case MapSpec.Weighted w -> merged(c.n(), c.nb(), numbered(c), sequence(w.rowWeights(), c.p(), blockRows),
                    sequence(w.colWeights(), c.q(), blockCols));
            case MapSpec.Explicit e -> of(c.n(), c.nb(), e);
        };
    }

    /**
     * Returns the map of all blocks of a matrix to ranks by an explicit map, as a plan gives it, which may have been made for a matrix of
     * another size. The explicit map names the owner of each cell of a virtual grid, and two sequences: the virtual row of each block row,
     * and the virtual column of each block column. Sequences with more entries than the matrix has blocks lose their first entries; shorter
     * sequences are repeated, such that the last entry stays last.
     *
     * @param n  order of A
     * @param nb blocking factor
     * @param e  owners of the virtual grid's cells, and the two sequences
     */
    public static BlockMap of(int n, int nb, MapSpec.Explicit e) {
        return merged(n, nb, cells(e.owners()), tail(e.rho(), blocks(n, nb)), tail(e.kappa(), blocks(n + 1L, nb)));
    }

    /**
     * Returns the last {@code blocks} entries of a sequence, since a smaller matrix is like what is left to do late in a larger one. A
     * sequence that is too short is repeated, so that the last entry stays last.
     */
    private static int[] tail(List<Integer> sequence, int blocks) {
        return IntStream.range(0, blocks).map(k -> sequence.get(Math.floorMod(k - blocks, sequence.size()))).toArray();
    }

    private static int[] sequence(List<Double> weights, int parts, int blocks) {
        return weights.isEmpty() ? Weights.cyclic(parts, blocks) : Weights.reverseGreedy(weights, blocks);
    }

    private static VirtualGrid numbered(HplCase c) {
        return VirtualGrid.numbered(c.p(), c.q(), c.mapping());
    }

    private static VirtualGrid cells(List<List<Integer>> owners) {
        int[] flat = owners.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray();
        return new VirtualGrid(owners.size(), owners.getFirst().size(), flat);
    }

    private static BlockMap merged(int n, int nb, VirtualGrid grid, int[] rho, int[] kappa) {
        List<int[]> rows = new ArrayList<>();
        int[] rowClass = classes(grid.rows(), grid::row, rows);
        List<int[]> cols = new ArrayList<>();
        int[] colClass = classes(grid.cols(), grid::column, cols);
        int[] owners = new int[rows.size() * cols.size()];
        for (int r = 0; r < grid.rows(); r++) {
            for (int s = 0; s < grid.cols(); s++) {
                owners[rowClass[r] * cols.size() + colClass[s]] = grid.owner(r, s);
            }
        }
        return new BlockMap(n, nb, new VirtualGrid(rows.size(), cols.size(), owners), renamed(rho, rowClass),
                renamed(kappa, colClass));
    }

    private static int[] classes(int count, java.util.function.IntFunction<int[]> line, List<int[]> distinct) {
        int[] result = new int[count];
        for (int i = 0; i < count; i++) {
            int[] owners = line.apply(i);
            int found = 0;
            while (found < distinct.size() && !Arrays.equals(distinct.get(found), owners)) {
                found++;
            }
            if (found == distinct.size()) {
                distinct.add(owners);
            }
            result[i] = found;
        }
        return result;
    }

    private static int[] renamed(int[] sequence, int[] names) {
        return Arrays.stream(sequence).map(i -> names[i]).toArray();
    }

    private static int blocks(long elements, int nb) {
        return (int) Math.ceilDiv(elements, nb);
    }

    /** Returns the number of panels to factor: ceil(N / nb). */
    public int panels() {
        return rho.length;
    }

    /**
     * Returns the look-ahead depth of a run on this map. A depth cannot be more than the number of panels that have nb columns, except that
     * a depth of 1 is always possible.
     *
     * @param depth depth that is asked for
     */
    public int lookAhead(int depth) {
        return Math.min(depth, Math.max(1, n / nb));
    }

    /**
     * Returns the number of columns of a panel: nb, or fewer for the last panel.
     *
     * @param k number of the panel, 0 .. {@link #panels} - 1
     */
    public int width(int k) {
        return Math.min(nb, n - k * nb);
    }

    /**
     * Returns the rank that owns a block.
     *
     * @param blockRow block row, 0 .. ceil(N / nb) - 1
     * @param blockCol block column of [A | b], 0 .. ceil((N + 1) / nb) - 1
     */
    public int owner(int blockRow, int blockCol) {
        return grid.owner(rho[blockRow], kappa[blockCol]);
    }

    /**
     * Returns whether a rank takes part in a run on this map: whether it owns a cell of the virtual grid, which is where a virtual row
     * crosses a virtual column. A rank whose cells hold no block takes part too.
     *
     * @param rank any number of a rank
     */
    public boolean takesPart(int rank) {
        return Arrays.stream(grid.owners()).anyMatch(owner -> owner == rank);
    }

    /**
     * Returns the list of the block rows that lie in the chosen virtual rows. A virtual row is a row of the grid of cells that ranks own;
     * {@link #rho} says in which one a block row lies.
     *
     * @param virtualRows whether each virtual row is chosen, indexed by virtual row, one entry for each row of the grid
     */
    public BlockList rows(boolean[] virtualRows) {
        return list(rho, virtualRows, n, 0);
    }

    /**
     * Returns the list of the block columns of [A | b] that lie in a virtual column. A virtual column is a column of the grid of cells that
     * ranks own; {@link #kappa} says in which one a block column lies. The last column of the last block column is the right-hand side b.
     * Behind the blocks stand the {@link #carried} columns of the virtual column.
     *
     * @param c virtual column, 0 .. number of columns of the grid - 1
     */
    public BlockList cols(int c) {
        boolean[] chosen = new boolean[grid.cols()];
        chosen[c] = true;
        return list(kappa, chosen, n + 1, carried);
    }

    private BlockList list(int[] sequence, boolean[] chosen, int limit, int tail) {
        boolean[] owned = new boolean[sequence.length];
        for (int k = 0; k < owned.length; k++) {
            owned[k] = chosen[sequence[k]];
        }
        return new BlockList(owned, nb, limit, tail);
    }
}
