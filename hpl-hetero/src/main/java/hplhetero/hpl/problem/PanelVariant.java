package hplhetero.hpl.problem;

import java.io.Serializable;

/**
 * The algorithm of a panel factorization: a recursion, and what is done at its end.
 *
 * @param rfact algorithm of the recursion (RFACT)
 * @param ndiv  number of subpanels into which each recursion cuts (NDIV), &gt;= 2
 * @param pfact algorithm at the recursion's end, column by column (PFACT)
 * @param nbmin number of columns at or below which the recursion ends (NBMIN), &gt;= 1
 */
public record PanelVariant(Factorization rfact, int ndiv, Factorization pfact, int nbmin) implements Serializable {
    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when {@code ndiv} is less than 2, or {@code nbmin} less than 1
     */
    public PanelVariant {
        if (ndiv < 2 || nbmin < 1) {
            throw new IllegalArgumentException("ndiv=" + ndiv + " nbmin=" + nbmin + ": must be ndiv >= 2, nbmin >= 1");
        }
    }
}
