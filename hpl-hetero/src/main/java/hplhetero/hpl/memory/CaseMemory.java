package hplhetero.hpl.memory;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.LuWorkspace;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
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

    /** Returns the bytes that all ranks of a case take together, with {@code workers} workers each. */
    public static long bytes(HplCase hplCase, int workers) {
        return bytes(hplCase, IntStream.range(0, hplCase.ranks()).boxed().toList(), rank -> workers);
    }

    /**
     * Returns the bytes that some ranks of a case take together.
     *
     * @param ranks   numbers of the ranks; a rank that the case does not need takes nothing
     * @param workers number of workers by rank
     */
    public static long bytes(HplCase hplCase, List<Integer> ranks, IntUnaryOperator workers) {
        BlockMap map = BlockMap.of(hplCase);
        long sum = 0;
        for (int rank : ranks) {
            sum += rank < hplCase.ranks() ? bytes(hplCase, new LocalLayout(map, rank), workers.applyAsInt(rank)) : 0;
        }
        return sum;
    }

    /** Returns the bytes that one rank of a case takes with {@code workers} workers. */
    public static long bytes(HplCase hplCase, int rank, int workers) {
        return bytes(hplCase, new LocalLayout(BlockMap.of(hplCase), rank), workers);
    }

    /** Returns the bytes that the rank of a layout takes in a case with {@code workers} workers. Saves the work of making the layout. */
    public static long bytes(HplCase hplCase, LocalLayout layout, int workers) {
        long check = hplCase.threshold() > 0 ? ResidualCheck.bytes(hplCase.n()) : 0;
        return matrixBytes(layout) + LuWorkspace.bytes(hplCase, layout, workers) + BackSubstitution.bytes(hplCase.n()) + check;
    }

    /** Returns the bytes of each rank's part of the matrix, by rank, for ranks that own cells. */
    public static SortedMap<Integer, Long> matrixBytes(HplCase hplCase) {
        return matrixBytes(BlockMap.of(hplCase));
    }

    /** Returns the bytes of each rank's part of a matrix of order {@code n} on an explicit map, by rank, for ranks that own cells. */
    public static SortedMap<Integer, Long> matrixBytes(int n, int nb, MapSpec.Explicit map) {
        return matrixBytes(BlockMap.of(n, nb, map));
    }

    private static SortedMap<Integer, Long> matrixBytes(BlockMap map) {
        SortedMap<Integer, Long> bytes = new TreeMap<>();
        LocalLayout.all(map).forEach(layout -> bytes.put(layout.rank(), matrixBytes(layout)));
        return bytes;
    }

    private static long matrixBytes(LocalLayout layout) {
        long sum = 0;
        for (LocalLayout.LocalColumn column : layout.localColumns()) {
            sum += LocalMatrix.bytes(layout.rowSets().get(column.rowSet()).rows().size(), column.cols().size());
        }
        return sum;
    }
}
