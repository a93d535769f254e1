package hplhetero.hpl.swap;

import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.util.function.IntFunction;

/**
 * Both exchanges: by the panel's algorithm, of which MIX is binary exchange for few columns, whose messages are short, and spread-roll for
 * more than {@code threshold}.
 *
 * @param algorithms of each panel, the same on all ranks of the process column
 */
record MixedRowSwap(BinaryExchangeSwap few, SpreadRollSwap many, int threshold, IntFunction<SwapAlgorithm> algorithms) implements RowSwap {

    @Override
    public Started start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn) {
        RowExchange taken = algorithms.apply(permutation.panel()).taken(columns, threshold) == SwapAlgorithm.BINARY_EXCHANGE ? few : many;
        return taken.start(a, permutation, column, columns, rows, workColumn);
    }

    @Override
    public SwapParts parts() {
        return many.parts();
    }
}
