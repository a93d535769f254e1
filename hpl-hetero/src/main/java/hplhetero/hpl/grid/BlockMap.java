package hplhetero.hpl.grid;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The map of the blocks of the N x (N + 1) matrix [A | b]: block row I lies in virtual row rho(I), block column J
 * in virtual column kappa(J). Virtual rows with the same owners are one here, columns too: so a rank keeps the
 * blocks of each maximal rectangle of its cells together.
 *
 * @param n     order of A
 * @param nb    blocking factor; where it is above N + 1, that
 * @param grid  the cells, no two rows and no two columns alike
 * @param rho   virtual row of each of the ceil(N / nb) block rows
 * @param kappa virtual column of each of the ceil((N + 1) / nb) block columns
 */
public record BlockMap(int n, int nb, VirtualGrid grid, int[] rho, int[] kappa) {

    public BlockMap {
        nb = HplCase.blockSize(n, nb);
    }

    /** The map of a case. */
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

    /** A map given block by block, for an N and NB whose blocks it has. */
    public static BlockMap of(int n, int nb, MapSpec.Explicit e) {
        return merged(n, nb, cells(e.owners()), tail(e.rho(), blocks(n, nb)), tail(e.kappa(), blocks(n + 1L, nb)));
    }

    /** The last blocks: what is left to do late in the larger matrix. A sequence that is too short begins anew at its end. */
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

    /** Panels to factor: ceil(N / nb). */
    public int panels() {
        return rho.length;
    }

    /** Returns the look-ahead depth of a run that asks for {@code depth}: at most the number of panels of full width, or 1 without any. */
    public int lookAhead(int depth) {
        return Math.min(depth, Math.max(1, n / nb));
    }

    /** Width of panel k. */
    public int width(int k) {
        return Math.min(nb, n - k * nb);
    }

    /** The rank that owns block (I, J). */
    public int owner(int blockRow, int blockCol) {
        return grid.owner(rho[blockRow], kappa[blockCol]);
    }

    /** Whether a rank owns cells. */
    public boolean takesPart(int rank) {
        return Arrays.stream(grid.owners()).anyMatch(owner -> owner == rank);
    }

    /** The block rows in the virtual rows chosen. */
    public BlockList rows(boolean[] virtualRows) {
        return list(rho, virtualRows, n);
    }

    /** The block columns of virtual column c; the last may hold b. */
    public BlockList cols(int c) {
        boolean[] chosen = new boolean[grid.cols()];
        chosen[c] = true;
        return list(kappa, chosen, n + 1);
    }

    private BlockList list(int[] sequence, boolean[] chosen, int limit) {
        boolean[] owned = new boolean[sequence.length];
        for (int k = 0; k < owned.length; k++) {
            owned[k] = chosen[sequence[k]];
        }
        return new BlockList(owned, nb, limit);
    }
}
