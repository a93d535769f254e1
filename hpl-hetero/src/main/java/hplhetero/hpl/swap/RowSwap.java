package hplhetero.hpl.swap;

import hplhetero.comm.Operation;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.lang.foreign.Arena;
import java.util.function.IntFunction;

/** Makes the rows of U available to a rank for some columns of a local matrix. The variant is chosen before the factorization begins. */
public sealed interface RowSwap permits LocalRowSwap, RowExchange, MixedRowSwap {

    /** A swap on its way. */
    interface Started extends Operation {
        /** Whether this rank has sent the rows that leave it: what is started now does not share the link with them. */
        default boolean sent() {
            return true;
        }
    }

    /** The variant that a case asks for, among several sites always spread-roll; takes its memory. */
    static RowSwap of(HplCase c, ProcessColumn column, SwapCapacity capacity, Arena arena) {
        if (column.size() == 1) {
            return new LocalRowSwap();
        }
        SwapParts parts = SwapParts.of(column.nb(), c.swapThreshold());
        SwapWorkSpace space = new SwapWorkSpace(column.nb(), capacity.columns(), arena);
        return switch (c.swap().among(column.sites())) {
            case BINARY_EXCHANGE -> new BinaryExchangeSwap(column, space, capacity, parts);
            case SPREAD_ROLL -> new SpreadRollSwap(column, space, capacity, parts, c.equilibrate());
            case MIX -> mixed(c, column, capacity, space, k -> SwapAlgorithm.MIX);
        };
    }

    /** One that takes the algorithm of each panel, where that is for the program to choose and the column at one site; takes its memory. */
    static RowSwap of(HplCase c, ProcessColumn column, SwapCapacity capacity, IntFunction<SwapAlgorithm> algorithms, Arena arena) {
        if (column.size() == 1 || !c.steps().free().swap() || !column.sites().one()) {
            return of(c, column, capacity, arena);
        }
        return mixed(c, column, capacity, new SwapWorkSpace(column.nb(), capacity.columns(), arena), algorithms);
    }

    private static RowSwap mixed(HplCase c, ProcessColumn column, SwapCapacity capacity, SwapWorkSpace space,
            IntFunction<SwapAlgorithm> algorithms) {
        SwapParts parts = SwapParts.of(column.nb(), c.swapThreshold());
        return new MixedRowSwap(new BinaryExchangeSwap(column, space, capacity, parts),
                new SpreadRollSwap(column, space, capacity, parts, c.equilibrate()), c.swapThreshold(), algorithms);
    }

    /**
     * Starts; collective over the process column, whose ranks start all their swaps in the same order. Several may be on their way, each in
     * columns of its own, if it was made for as many.
     *
     * @param a           the local matrix
     * @param permutation the panel's
     * @param column      first local column
     * @param columns     number of columns, the same on all ranks of the process column
     * @param rows        out: where the rows lie, once it is done; valid until the next call that uses the same columns of the work space
     * @param workColumn  first of as many columns of the work space to use, the same on all ranks
     */
    Started start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn);

    /** The parts in which columns had better be swapped; the same on all ranks of the process column. */
    SwapParts parts();
}
