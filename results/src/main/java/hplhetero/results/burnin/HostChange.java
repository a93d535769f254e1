package hplhetero.results.burnin;

import java.util.Optional;

/**
 * How a host, or the hosts of a kind together, changed since an earlier burn-in.
 *
 * @param name    name of the host, or the kind in words
 * @param before  median rate of the earlier burn-in in GFLOPS; NaN where the host was not in it
 * @param now     median rate of this burn-in in GFLOPS; NaN where the host is not in it
 * @param change  now / before - 1; NaN where the two cannot be compared
 * @param own     what of the change the other hosts of the kind do not share; equal to the change where there are too few
 * @param finding that the host or kind became slower; empty where it did not
 * @param note    why the two cannot be compared; empty where they can
 */
public record HostChange(String name, double before, double now, double change, double own, Optional<Finding> finding, String note) {
    /** Returns whether the host or kind has become so much slower that it is bad. */
    public boolean isBad() {
        return finding.isPresent();
    }
}
