package hplhetero.hpl.problem;

import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.Serializable;
import java.util.List;

/**
 * The values of a sweep, whose combinations are its tests. HPL.dat and options are read into this record, and reports list it before the
 * first test. No list may be empty, and {@code ps} and {@code qs} must have the same length: whoever reads the values refuses others.
 *
 * @param ns            orders of A, &gt;= 0
 * @param nbs           blocking factors, &gt;= 1
 * @param mapping       PMAP: how ranks are numbered over the process grids
 * @param ps            process rows of each grid, &gt;= 1
 * @param qs            process columns of each grid, &gt;= 1
 * @param pfacts        panel factorizations at the recursion's end
 * @param nbmins        numbers of columns at which the recursion ends, &gt;= 1
 * @param ndivs         subpanels per recursion, &gt;= 2
 * @param rfacts        recursive panel factorizations
 * @param bcasts        panel broadcasts
 * @param depths        look-ahead depths, &gt;= 0
 * @param swap          row swap (SWAP)
 * @param swapThreshold columns up to which {@link SwapAlgorithm#MIX} takes binary exchange, &gt;= 0
 * @param l1Transposed  line 28 of HPL.dat, the form of L1; echoed only
 * @param uTransposed   line 29 of HPL.dat, the form of U; echoed only
 * @param equilibrate   whether spread-roll evens out the pieces of U before they roll around the ring
 * @param align         line 31 of HPL.dat, the memory alignment in doubles, &gt;= 1; echoed only
 * @param threshold     largest scaled residual that passes; &lt;= 0 means no check
 */
public record SweepParameters(List<Integer> ns, List<Integer> nbs, ProcessMapping mapping, List<Integer> ps,
                              List<Integer> qs, List<Factorization> pfacts, List<Integer> nbmins,
                              List<Integer> ndivs, List<Factorization> rfacts, List<BroadcastAlgorithm> bcasts,
                              List<Integer> depths, SwapAlgorithm swap, int swapThreshold, boolean l1Transposed,
                              boolean uTransposed, boolean equilibrate, int align, double threshold) implements Serializable {

    public SweepParameters {
        ns = List.copyOf(ns);
        nbs = List.copyOf(nbs);
        ps = List.copyOf(ps);
        qs = List.copyOf(qs);
        pfacts = List.copyOf(pfacts);
        nbmins = List.copyOf(nbmins);
        ndivs = List.copyOf(ndivs);
        rfacts = List.copyOf(rfacts);
        bcasts = List.copyOf(bcasts);
        depths = List.copyOf(depths);
    }

    /**
     * Returns the values of this sweep with other orders and blocking factors.
     *
     * @param orders orders of A, in place of {@code ns}
     * @param blocks blocking factors, in place of {@code nbs}
     */
    public SweepParameters withMatrices(List<Integer> orders, List<Integer> blocks) {
        return new SweepParameters(orders, blocks, mapping, ps, qs, pfacts, nbmins, ndivs, rfacts, bcasts, depths, swap, swapThreshold,
                l1Transposed, uTransposed, equilibrate, align, threshold);
    }

    /**
     * Returns the values of this sweep with a single process grid in place of all others.
     *
     * @param p number of process rows
     * @param q number of process columns
     */
    public SweepParameters withGrid(int p, int q) {
        return new SweepParameters(ns, nbs, mapping, List.of(p), List.of(q), pfacts, nbmins, ndivs, rfacts, bcasts, depths, swap,
                swapThreshold, l1Transposed, uTransposed, equilibrate, align, threshold);
    }

    /**
     * Returns the values of this sweep with other algorithms for panel steps.
     *
     * @param ahead         look-ahead depths
     * @param broadcasts    panel broadcasts
     * @param rows          row swap (SWAP)
     * @param rowsThreshold columns up to which {@link SwapAlgorithm#MIX} takes binary exchange
     */
    public SweepParameters withSteps(List<Integer> ahead, List<BroadcastAlgorithm> broadcasts, SwapAlgorithm rows, int rowsThreshold) {
        return new SweepParameters(ns, nbs, mapping, ps, qs, pfacts, nbmins, ndivs, rfacts, broadcasts, ahead, rows, rowsThreshold,
                l1Transposed, uTransposed, equilibrate, align, threshold);
    }
}
