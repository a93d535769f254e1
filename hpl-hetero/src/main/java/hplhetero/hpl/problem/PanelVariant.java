package hplhetero.hpl.problem;

import java.io.Serializable;

/**
 * How a panel is factored.
 *
 * @param rfact recursive variant
 * @param ndiv  number of subpanels per recursion, &gt;= 2
 * @param pfact variant at the recursion's end
 * @param nbmin the recursion ends at this many columns or fewer, &gt;= 1
 */
public record PanelVariant(Factorization rfact, int ndiv, Factorization pfact, int nbmin) implements Serializable {
    public PanelVariant {
        if (ndiv < 2 || nbmin < 1) {
            throw new IllegalArgumentException("ndiv=" + ndiv + " nbmin=" + nbmin + ": must be ndiv >= 2, nbmin >= 1");
        }
    }
}
