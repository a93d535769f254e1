package hplhetero.blas.select;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which provider of kernels is the fastest on this machine: by the trailing update of HPL on one core while all work,
 * providers taking turns, the best rate of each by wall time.
 *
 * @param entries       one a provider that could be measured or not, fastest first
 * @param winner        name of the fastest
 * @param reason        why, in one line with the rates, and who could not be used
 * @param measuredAt    when it was measured
 * @param source        whether it was measured now or read from the user's cache folder
 * @param runs          of how many measurements this is the one with the highest rate
 */
public record KernelSelection(List<Entry> entries, String winner, String reason, Instant measuredAt, Source source, int runs) {
    /** Of the winner's rate: a second with less was no match. */
    private static final double CLOSE_SHARE = 0.9;
    /** Providers that stay close after so many measurements are alike. */
    private static final int MOST_RUNS = 3;
    /** Threads that had a core for less of their time were disturbed: rates by wall time are those of what others left. */
    private static final double LEAST_CORE_SHARE = 0.9;

    /** Where the numbers come from. */
    public enum Source { MEASURED_NOW, CACHE }

    /**
     * What is known of one provider.
     *
     * @param name          the provider's name
     * @param description   version and file behind it, or what it would be where it cannot be used
     * @param gflopsPerCore Gflop/s of the trailing update on one core while all work, of a small one where it had no
     *                      chance; 0 where it cannot be used
     * @param problem       why it cannot be used here
     * @param coreShare     share of the time of its best update for which its threads had a core, 0..1: less than 1 where others took cores
     */
    public record Entry(String name, String description, double gflopsPerCore, Optional<String> problem, double coreShare) {

        /** Makes one whose threads had a core all the time. */
        public Entry(String name, String description, double gflopsPerCore, Optional<String> problem) {
            this(name, description, gflopsPerCore, problem, 1);
        }

        public boolean usable() {
            return problem.isEmpty();
        }

        /** Returns whether others took cores while it was measured. */
        boolean isDisturbed() {
            return usable() && coreShare < LEAST_CORE_SHARE;
        }

        /** That it dropped out, and why; empty when it did not. */
        public Optional<String> dropout() {
            return problem.map(why -> name + " dropped out: " + why.lines().map(String::strip).collect(Collectors.joining(" ")));
        }
    }

    public KernelSelection {
        entries = entries.stream().sorted(Comparator.comparingDouble(Entry::gflopsPerCore).reversed()).toList();
    }

    /** Whether it was read from the user's cache folder, not measured by this process. */
    public boolean fromCache() {
        return source == Source.CACHE;
    }

    /**
     * Whether nothing speaks for measuring again. What disturbs the machine makes unlike providers look alike: for as long as it lasts all
     * are as slow as the memory, or the neighbours, let them be.
     */
    boolean isSettled() {
        return !isDisturbed() && (runs >= MOST_RUNS || entries.stream()
                .noneMatch(e -> e.usable() && !e.name().equals(winner) && e.gflopsPerCore() > CLOSE_SHARE * best().gflopsPerCore()));
    }

    /** Returns whether others took cores while a provider was measured. */
    public boolean isDisturbed() {
        return entries.stream().anyMatch(Entry::isDisturbed);
    }

    /** Returns the less disturbed one of this and an earlier one. */
    KernelSelection orBetter(KernelSelection earlier) {
        if (isDisturbed() != earlier.isDisturbed()) {
            return isDisturbed() ? earlier : this;
        }
        KernelSelection better = earlier.best().gflopsPerCore() > best().gflopsPerCore() ? earlier : this;
        return new KernelSelection(better.entries, better.winner, better.reason, better.measuredAt, better.source, runs + earlier.runs);
    }

    /** Who could not be used and why, each in one line. */
    public List<String> dropouts() {
        return entries.stream().flatMap(entry -> entry.dropout().stream()).toList();
    }

    /** The entry of the winner. */
    public Entry best() {
        return entries.stream().filter(e -> e.name().equals(winner)).findFirst().orElseThrow();
    }
}
