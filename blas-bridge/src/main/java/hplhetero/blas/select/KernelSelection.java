package hplhetero.blas.select;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The selection of the fastest provider of kernels on this machine. Providers are compared by the trailing update of HPL on one core while
 * all work. They take turns, and the best rate of each by wall time counts.
 *
 * @param entries    one for each provider, whether it could be measured or not, fastest first
 * @param winner     name of the fastest provider
 * @param reason     why the winner was chosen, in one line with the rates, and the providers that could not be used
 * @param measuredAt time of the measurement
 * @param source     whether the rates were measured now or read from the user's cache folder
 * @param runs       number of measurements of which this one has the highest rate
 */
public record KernelSelection(List<Entry> entries, String winner, String reason, Instant measuredAt, Source source, int runs) {
    /** The share of the winner's rate below which another provider was clearly slower. */
    private static final double CLOSE_SHARE = 0.9;
    /** The number of measurements after which providers that are still close count as equally fast. */
    private static final int MOST_RUNS = 3;
    /**
     * The least share of the time for which undisturbed threads have a core. With a smaller share, rates by wall time show only what other
     * processes left.
     */
    private static final double LEAST_CORE_SHARE = 0.9;

    /** The origin of the rates. */
    public enum Source { MEASURED_NOW, CACHE }

    /**
     * The result for one provider, a library or own code with the BLAS kernels that HPL needs.
     *
     * @param name          the provider's name
     * @param description   version and file of the provider's library; what the provider would be where it cannot be used
     * @param gflopsPerCore highest rate measured on one core while all cores work, in Gflop/s: of HPL's trailing update; of a smaller
     *                      update where the provider was so slow from the start that no full update was measured; 0 where it cannot be used
     * @param problem       why the provider cannot be used on this machine; empty where it can
     * @param coreShare     share of the time of the provider's fastest full update for which its threads had a core, 0..1: less than 1
     *                      where other processes took cores; 1 where no full update was measured
     */
    public record Entry(String name, String description, double gflopsPerCore, Optional<String> problem, double coreShare) {

        /** Creates an entry of a provider whose threads had a core all the time. */
        public Entry(String name, String description, double gflopsPerCore, Optional<String> problem) {
            this(name, description, gflopsPerCore, problem, 1);
        }

        /** Returns whether the provider of this entry can be used on this machine. */
        public boolean usable() {
            return problem.isEmpty();
        }

        /** Returns whether other processes took cores while the provider was measured. */
        boolean isDisturbed() {
            return usable() && coreShare < LEAST_CORE_SHARE;
        }

        /** Returns a line that says that the provider of this entry cannot be used on this machine, and why; empty when it can be used. */
        public Optional<String> dropout() {
            return problem.map(why -> name + " dropped out: " + why.lines().map(String::strip).collect(Collectors.joining(" ")));
        }
    }

    public KernelSelection {
        entries = entries.stream().sorted(Comparator.comparingDouble(Entry::gflopsPerCore).reversed()).toList();
    }

    /** Returns whether the rates were read from the user's cache folder and not measured by this process. */
    public boolean fromCache() {
        return source == Source.CACHE;
    }

    /**
     * Returns whether the result needs no further measurement: nothing disturbed it, and either no other provider comes near the winner, or
     * enough runs have measured. Disturbances make unlike providers look alike: as long as they last, all providers are only as fast as the
     * memory, or other processes, allow.
     */
    boolean isSettled() {
        return !isDisturbed() && (runs >= MOST_RUNS || entries.stream()
                .noneMatch(e -> e.usable() && !e.name().equals(winner) && e.gflopsPerCore() > CLOSE_SHARE * best().gflopsPerCore()));
    }

    /** Returns whether other processes took cores while any of the providers was measured. */
    public boolean isDisturbed() {
        return entries.stream().anyMatch(Entry::isDisturbed);
    }

    /**
     * Returns the better of this selection and an earlier one, with the runs of both counted: the undisturbed one, or of two alike in this
     * the one whose winner has the higher rate.
     */
    KernelSelection orBetter(KernelSelection earlier) {
        if (isDisturbed() != earlier.isDisturbed()) {
            return isDisturbed() ? earlier : this;
        }
        KernelSelection better = earlier.best().gflopsPerCore() > best().gflopsPerCore() ? earlier : this;
        return new KernelSelection(better.entries, better.winner, better.reason, better.measuredAt, better.source, runs + earlier.runs);
    }

    /** Returns the providers that could not be used and why, one line each. */
    public List<String> dropouts() {
        return entries.stream().flatMap(entry -> entry.dropout().stream()).toList();
    }

    /**
     * Returns the entry of the winner, the fastest provider. There always is one, as a selection without any usable provider is not made.
     */
    public Entry best() {
        return entries.stream().filter(e -> e.name().equals(winner)).findFirst().orElseThrow();
    }
}
