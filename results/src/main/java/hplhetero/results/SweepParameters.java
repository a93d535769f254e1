package hplhetero.results;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;

/**
 * The values of a sweep, as netlib's text lists them before the first test. Lists are not empty.
 *
 * @param ns            orders of A
 * @param nbs           blocking factors
 * @param mapping       PMAP
 * @param ps            process rows of each grid
 * @param qs            process columns of each grid
 * @param pfacts        panel factorizations
 * @param nbmins        columns at which the recursion ends
 * @param ndivs         subpanels per recursion
 * @param rfacts        recursive panel factorizations
 * @param bcasts        panel broadcasts
 * @param depths        look-ahead depths
 * @param swap          row swap
 * @param swapThreshold columns up to which mix takes binary exchange
 * @param l1Transposed  the L1 line
 * @param uTransposed   the U line
 * @param equilibrate   the EQUIL line
 * @param align         the ALIGN line, in doubles
 * @param threshold     largest scaled residual that passes; &lt;= 0 means no check
 */
public record SweepParameters(List<Integer> ns, List<Integer> nbs, ProcessMapping mapping, List<Integer> ps,
                              List<Integer> qs, List<Factorization> pfacts, List<Integer> nbmins,
                              List<Integer> ndivs, List<Factorization> rfacts, List<BroadcastAlgorithm> bcasts,
                              List<Integer> depths, SwapAlgorithm swap, int swapThreshold, boolean l1Transposed,
                              boolean uTransposed, boolean equilibrate, int align, double threshold) {

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
}
