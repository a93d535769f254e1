package hplhetero.hpl.swap;

import hplhetero.comm.Operation;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.lang.foreign.Arena;
import java.util.function.IntFunction;

/**
 * The row swap of a local matrix: makes the rows of U available to a rank for some columns. The variant is chosen before the factorization
 * begins.
 */
public sealed interface RowSwap permits LocalRowSwap, RowExchange, MixedRowSwap {

    /** A row swap on its way. */
    interface Started extends Operation {
        /**
         * Returns whether this rank has sent all rows that leave it in this swap. A swap that is started afterwards does not share the
         * rank's link with these rows.
         */
        default boolean sent() {
            return true;
        }
    }

    /**
     * Makes the row swap of one process column by the algorithm that a case asks for, and takes its memory. Between several sites the swap
     * is always by spread-roll.
     *
     * @param c        the case
     * @param column   the ranks of the process column
     * @param capacity number of columns and of swaps at once that the row swap must serve
     * @param copies   how rows are copied
     * @param arena    arena that the memory is taken from
     */
    static RowSwap of(HplCase c, ProcessColumn column, SwapCapacity capacity, RowCopies copies, Arena arena) {
        if (column.size() == 1) {
            return new LocalRowSwap();
        }
        SwapParts parts = SwapParts.of(column.nb(), c.swapThreshold());
        SwapWorkSpace space = new SwapWorkSpace(column.nb(), capacity.columns(), copies, arena);
        return switch (c.swap().among(column.sites())) {
            case BINARY_EXCHANGE -> new BinaryExchangeSwap(column, space, capacity, parts);
            case SPREAD_ROLL -> new SpreadRollSwap(column, space, capacity, parts, c.equilibrate());
            case MIX -> mixed(c, column, capacity, space, k -> SwapAlgorithm.MIX);
        };
    }

    /**
     * Makes the row swap of one process column that takes each panel's own algorithm, and takes its memory. Where the program does not
     * choose the row swap, or the column is at several sites, the algorithm is the one that the case asks for, or spread-roll between
     * sites.
     *
     * @param c          the case
     * @param column     the ranks of the process column
     * @param capacity   number of columns and of swaps at once that the row swap must serve
     * @param algorithms algorithm of each panel, by panel, equal on all ranks of the process column
     * @param copies     how rows are copied
     * @param arena      arena that the memory is taken from
     */
    static RowSwap of(HplCase c, ProcessColumn column, SwapCapacity capacity, IntFunction<SwapAlgorithm> algorithms, RowCopies copies,
            Arena arena) {
        if (column.size() == 1 || !c.steps().free().swap() || !column.sites().one()) {
            return of(c, column, capacity, copies, arena);
        }
        return mixed(c, column, capacity, new SwapWorkSpace(column.nb(), capacity.columns(), copies, arena), algorithms);
    }

    private static RowSwap mixed(HplCase c, ProcessColumn column, SwapCapacity capacity, SwapWorkSpace space,
            IntFunction<SwapAlgorithm> algorithms) {
        SwapParts parts = SwapParts.of(column.nb(), c.swapThreshold());
        return new MixedRowSwap(new BinaryExchangeSwap(column, space, capacity, parts),
                new SpreadRollSwap(column, space, capacity, parts, c.equilibrate()), c.swapThreshold(), algorithms);
    }

    /**
     * Starts to swap the rows of some columns. Collective over the process column, whose ranks start all their swaps in the same order.
     * Several swaps may be on their way, each in columns of its own, up to {@link SwapCapacity#atOnce}.
     *
     * @param a           the local matrix
     * @param permutation permutation of the panel
     * @param column      first local column
     * @param columns     number of columns, the same on all ranks of the process column
     * @param rows        out: where the rows lie, once the swap is done; valid until the next call that uses the same columns of the work
     *                    space
     * @param workColumn  first of {@code columns} columns of the work space to use, equal on all ranks
     */
    Started start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn);

    /**
     * Returns the parts into which columns should be cut before they are swapped, so that updates can begin with the first part; equal on
     * all ranks of the process column.
     */
    SwapParts parts();
}
