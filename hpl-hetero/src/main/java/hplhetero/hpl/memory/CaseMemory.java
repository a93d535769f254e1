package hplhetero.hpl.memory;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.LuWorkspace;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.verify.ResidualCheck;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The memory that a case takes of its ranks: matrix, work space and check, in bytes. All methods are pure; nothing is allocated. */
public final class CaseMemory {
    private CaseMemory() {
    }

    /**
     * Returns the bytes that all ranks of a case take together.
     *
     * @param hplCase the case
     * @param workers number of worker threads of each rank, the rank's own thread among them, &gt;= 1
     */
    public static long bytes(HplCase hplCase, int workers) {
        return bytes(hplCase, IntStream.range(0, hplCase.ranks()).boxed().toList(), rank -> workers);
    }

    /**
     * Returns the bytes that some ranks of a case, such as those of one host, take together.
     *
     * @param hplCase the case
     * @param ranks   numbers of the ranks, from 0; a rank that the case does not need takes nothing
     * @param workers returns the number of worker threads of a rank, its own thread among them, given the rank's number
     */
    public static long bytes(HplCase hplCase, List<Integer> ranks, IntUnaryOperator workers) {
        BlockMap map = BlockMap.of(hplCase);
        long sum = 0;
        for (int rank : ranks) {
            sum += rank < hplCase.ranks() ? bytes(hplCase, new LocalLayout(map, rank), workers.applyAsInt(rank)) : 0;
        }
        return sum;
    }

    /**
     * Returns the bytes that one rank of a case takes.
     *
     * @param hplCase the case
     * @param rank    number of the rank, 0 .. number of ranks of the case - 1
     * @param workers number of worker threads of the rank, its own thread among them, &gt;= 1
     */
    public static long bytes(HplCase hplCase, int rank, int workers) {
        return bytes(hplCase, new LocalLayout(BlockMap.of(hplCase), rank), workers);
    }

    /**
     * Returns the bytes that one rank of a case takes, for a caller that has the rank's layout already. Saves the work of making the layout
     * again.
     *
     * @param hplCase the case
     * @param layout  layout of the rank on the case's map: which blocks it owns
     * @param workers number of worker threads of the rank, its own thread among them, &gt;= 1
     */
    public static long bytes(HplCase hplCase, LocalLayout layout, int workers) {
        long check = hplCase.threshold() > 0 ? ResidualCheck.bytes(hplCase.n()) : 0;
        return matrixBytes(layout, hplCase.rebalance()) + LuWorkspace.bytes(hplCase, layout, workers)
                + BackSubstitution.bytes(hplCase.n()) + check;
    }

    /**
     * Returns the bytes of each rank's part of the matrix of a case, by number of the rank. Ranks that take no part in the case, because
     * the case's map does not name them, are missing. Work space is not included.
     *
     * @param hplCase the case
     */
    public static SortedMap<Integer, Long> matrixBytes(HplCase hplCase) {
        return matrixBytes(BlockMap.of(hplCase), hplCase.rebalance());
    }

    /**
     * Returns the bytes of each rank's part of a matrix on an explicit map, by number of the rank. Ranks that the map does not name are
     * missing. Work space is not included.
     *
     * @param n   order of A
     * @param nb  blocking factor
     * @param map which rank owns which block
     */
    public static SortedMap<Integer, Long> matrixBytes(int n, int nb, MapSpec.Explicit map) {
        return matrixBytes(BlockMap.of(n, nb, map), Rebalance.NO);
    }

    private static SortedMap<Integer, Long> matrixBytes(BlockMap map, Rebalance rebalance) {
        SortedMap<Integer, Long> bytes = new TreeMap<>();
        LocalLayout.all(map).forEach(layout -> bytes.put(layout.rank(), matrixBytes(layout, rebalance)));
        return bytes;
    }

    private static long matrixBytes(LocalLayout layout, Rebalance rebalance) {
        long sum = 0;
        for (int s = 0; s < layout.localColumns().size(); s++) {
            int rows = layout.rowSets().get(layout.localColumns().get(s).rowSet()).rows().size();
            sum += LocalMatrix.bytes(rows, layout.columnCapacity(s, rebalance));
        }
        return sum;
    }
}
