package hplhetero.hpl.swap;

import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.util.function.IntFunction;

/**
 * The row swap that takes one of both exchanges by the panel's algorithm. MIX takes binary exchange for up to {@code threshold} columns,
 * whose messages are short, and spread-roll for more.
 *
 * @param few        the binary exchange
 * @param many       the spread-roll
 * @param threshold  largest number of columns for which MIX takes binary exchange
 * @param algorithms algorithm of each panel, by panel, equal on all ranks of the process column
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
