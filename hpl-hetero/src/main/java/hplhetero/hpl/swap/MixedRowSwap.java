package hplhetero.hpl.swap;

import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.SwapAlgorithm;

/** SWAP=MIX: binary exchange for few columns, whose messages are short, spread-roll for more than {@code threshold}. */
record MixedRowSwap(BinaryExchangeSwap few, SpreadRollSwap many, int threshold) implements RowSwap {

    @Override
    public Started start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn) {
        RowExchange taken = SwapAlgorithm.MIX.taken(columns, threshold) == SwapAlgorithm.BINARY_EXCHANGE ? few : many;
        return taken.start(a, permutation, column, columns, rows, workColumn);
    }

    @Override
    public int parts(int columns) {
        return many.parts(columns);
    }

    @Override
    public int partWidth(int columns) {
        return many.partWidth(columns);
    }
}
