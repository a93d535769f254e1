package hplhetero.results.burnin;

import static hplhetero.results.format.NumberText.digits;
import static hplhetero.results.format.NumberText.percent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what is wrong with a host by itself, without comparing its rate with that of others. */
final class HostFacts {
    /** The share of the matrix written to swap from which a host is bad, whatever its rate. */
    private static final double SWAPPED = 0.1;
    /** The cores, above those on others of the kind, from which other processes are told; a host that is not compared is bad then. */
    private static final double OTHER_CORES = 1;
    /** The share of time throttled from which a hot host is bad, unless others of its kind are throttled half as long. */
    private static final double THROTTLED = 0.2;
    private static final int LINK_ERRORS = 10;

    private HostFacts() {
    }

    /**
     * Returns what was found.
     *
     * @param host     the host
     * @param numbers  numbers about its runs
     * @param usual   numbers of hosts of its kind, by which heat is judged, and besides which other processes are bad only if the host is
     *                slow; empty where it is not compared with others
     */
    static List<Finding> of(HostRuns host, HostNumbers numbers, Optional<HostNumbers> usual) {
        List<Finding> found = new ArrayList<>();
        if (!host.end().isEmpty()) {
            found.add(Finding.bad(Cause.DIED, numbers.runs(), Double.NaN, host.end() + " (" + numbers.runs()
                    + (numbers.runs() == 1 ? " run" : " runs") + " ended)"));
        }
        if (numbers.wrongValues() > 0) {
            found.add(Finding.bad(Cause.WRONG_VALUES, numbers.wrongValues(), 0, numbers.wrongValues()
                    + (numbers.wrongValues() == 1 ? " wrong value" : " wrong values") + " found in "
                    + host.runs().stream().filter(run -> run.faults() > 0).count() + " of " + numbers.runs() + " runs"));
        }
        if (numbers.failedRuns() > 0) {
            found.add(Finding.bad(Cause.RESIDUAL_FAILED, numbers.failedRuns(), 0, "the residual of " + numbers.failedRuns() + " of "
                    + numbers.runs() + " runs is too large"));
        }
        if (numbers.eccErrors() > 0) {
            found.add(new Finding(Cause.ECC, numbers.eccErrors() >= Evidence.ECC_ERRORS, numbers.eccErrors(), 0, numbers.eccErrors()
                    + (numbers.eccErrors() == 1 ? " error" : " errors") + " of memory corrected in " + numbers.runs() + " runs"));
        }
        if (numbers.swappedShare() >= Evidence.SWAPPED) {
            found.add(new Finding(Cause.SWAP, numbers.swappedShare() >= SWAPPED, numbers.swappedShare(), 0,
                    percent(numbers.swappedShare()) + " of the matrix written to swap in a run"));
        }
        if (numbers.otherCores() - usual.map(HostNumbers::otherCores).filter(Double::isFinite).orElse(0.0) >= OTHER_CORES) {
            found.add(new Finding(Cause.OTHER_PROCESSES, usual.isEmpty(), numbers.otherCores(), 0, "other processes took "
                    + digits(numbers.otherCores(), 2) + " cores"));
        }
        if (numbers.throttledShare() >= THROTTLED && numbers.hottestCelsius() >= Evidence.HOT) {
            boolean alone = usual.filter(others -> others.throttledShare() > numbers.throttledShare() / 2).isEmpty();
            found.add(new Finding(Cause.HEAT, alone, numbers.throttledShare(), 0, "throttled for "
                    + percent(numbers.throttledShare()) + " of the time, hottest " + Evidence.degrees(numbers.hottestCelsius())));
        }
        if (numbers.linkErrors() >= LINK_ERRORS) {
            found.add(Finding.note(Cause.LINK, numbers.linkErrors(), 0, numbers.linkErrors() + " errors counted by network adapters"));
        }
        return found;
    }
}
