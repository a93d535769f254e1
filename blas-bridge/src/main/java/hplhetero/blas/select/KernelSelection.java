package hplhetero.blas.select;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the contest of the kernel providers found on this machine: the trailing update of HPL on one core,
 * providers taking turns, the median rate of each.
 *
 * @param entries       one a provider that took part or could not, fastest first
 * @param winner        name of the fastest
 * @param reason        why, in one line with the rates, and who could not take part
 * @param measuredAt    when it was held
 * @param source        whether it was held now or read from the user's cache folder
 * @param held          how many times it has been held for this result, the one with the highest rate
 */
public record KernelSelection(List<Entry> entries, String winner, String reason, Instant measuredAt, Source source, int held) {
    /** A second with less than this share of the winner's rate was no match. */
    private static final double CLOSE = 0.9;
    /** Providers that stay close after so many are alike. */
    private static final int MOST_HELD = 3;

    /** Where the numbers come from. */
    public enum Source { MEASURED_NOW, CACHE }

    /**
     * One provider's showing.
     *
     * @param name          the provider's name
     * @param description   version and file behind it, or what it would be where it cannot be used
     * @param gflopsPerCore Gflop/s of the trailing update, by the time one core worked, of a small
     *                      one where it had no chance; 0 where it cannot be used
     * @param problem       why it cannot be used here
     */
    public record Entry(String name, String description, double gflopsPerCore, Optional<String> problem) {

        public boolean usable() {
            return problem.isEmpty();
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
     * Whether nothing speaks for holding it again. What disturbs the machine makes unlike providers look alike: for as long as the
     * contest lasts all are as slow as the memory, or the neighbours, let them be.
     */
    boolean isSettled() {
        return held >= MOST_HELD || entries.stream()
                .noneMatch(e -> e.usable() && !e.name().equals(winner) && e.gflopsPerCore() > CLOSE * best().gflopsPerCore());
    }

    /** The less disturbed one of this and an earlier one. */
    KernelSelection orBetter(KernelSelection earlier) {
        KernelSelection better = earlier.best().gflopsPerCore() > best().gflopsPerCore() ? earlier : this;
        return new KernelSelection(better.entries, better.winner, better.reason, better.measuredAt, better.source, held + earlier.held);
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
