package hplhetero.hpl.swap;

import hplhetero.hpl.matrix.LocalMatrix;

/** SWAP=MIX: binary exchange for few columns, whose messages are short, spread-roll for more than {@code threshold}. */
record MixedRowSwap(BinaryExchangeSwap few, SpreadRollSwap many, int threshold) implements RowSwap {

    @Override
    public Started start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn) {
        return columns <= threshold ? few.start(a, permutation, column, columns, rows, workColumn)
                : many.start(a, permutation, column, columns, rows, workColumn);
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
