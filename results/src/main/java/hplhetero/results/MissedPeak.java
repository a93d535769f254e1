package hplhetero.results;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HealthEvent;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in one sentence why a test stayed below its peak, from the phases of the test and the health of its hosts. */
public final class MissedPeak {
    /** The least share of the peak, and of a host's clock or cores, that is named. Good runs lose as much to each of several causes. */
    private static final double LEAST = 0.03;
    /** The most causes that are named. */
    private static final int MOST = 4;
    /** Least difference between the mean share of waiting and that of a rank, so that the others are said to wait for this rank. */
    private static final double AWAITED = 0.05;
    private static final double MEGA_TO_GIGA = 1e-3;

    /**
     * A cause with what it took.
     *
     * @param share share of the peak, 0..1
     * @param words the cause, for people
     */
    private record Cause(double share, String words) {
    }

    private MissedPeak() {
    }

    /**
     * Returns the sentence about the fastest test of a sweep whose rate counts; empty where there is none, or its peak is not known.
     *
     * @param sweep the sweep, which may have been cut short
     */
    public static Optional<String> of(Sweep sweep) {
        return sweep.tests().stream().filter(test -> Repeats.counts(test) && test.result().gflops() > 0)
                .max(Comparator.comparingDouble(test -> test.result().gflops()))
                .flatMap(test -> PeakLosses.of(test, sweep.run().peak()).map(losses -> sentence(test.result(), losses)));
    }

    private static String sentence(CaseResult result, PeakLosses losses) {
        double missing = 1 - result.gflops() / losses.gflops();
        String peak = losses.isRpeak() ? "Rpeak" : "the rate measured on the ranks before";
        if (missing <= 0) {
            return "nothing of " + peak + " is missing";
        }
        List<Cause> time = ranked(ofTime(result, losses));
        List<Cause> hosts = ranked(ofHosts(result));
        if (time.isEmpty() && hosts.isEmpty()) {
            return NumberText.percent(missing) + " of " + peak + " is missing, and nothing stands out: no cause takes "
                    + NumberText.roundPercent(LEAST);
        }
        String spent = time.isEmpty() ? ", of which no step takes " + NumberText.roundPercent(LEAST) : ": " + joined(time);
        return NumberText.percent(missing) + " of " + peak + " is missing" + spent
                + (hosts.isEmpty() ? "" : "; meanwhile " + joined(hosts));
    }

    /** Returns the causes that are worth naming, the largest first. */
    private static List<Cause> ranked(List<Cause> all) {
        return all.stream().filter(cause -> cause.share >= LEAST).sorted(Comparator.comparingDouble(cause -> -cause.share)).limit(MOST)
                .toList();
    }

    private static String joined(List<Cause> causes) {
        return causes.stream().map(Cause::words).collect(Collectors.joining(", "));
    }

    /** Returns what the steps of the algorithm took of the peak. The shares add up to what is missing. */
    private static List<Cause> ofTime(CaseResult result, PeakLosses losses) {
        List<Cause> causes = new ArrayList<>();
        for (PeakLosses.Loss loss : losses.losses()) {
            double share = loss.gflops() / losses.gflops();
            String whom = loss.cause().equals(Phase.WAITING.label()) ? awaited(result) : "";
            causes.add(new Cause(share, loss.cause() + " " + NumberText.percent(share) + whom));
        }
        return causes;
    }

    /** Returns words about the rank that waited much less than the others, which hence waited for it; empty where no rank did. */
    private static String awaited(CaseResult result) {
        if (result.ranks().size() < 2) {
            return "";
        }
        double mean = result.ranks().stream().mapToDouble(rank -> waiting(rank, result)).average().orElseThrow();
        RankReport least = result.ranks().stream().min(Comparator.comparingDouble(rank -> waiting(rank, result))).orElseThrow();
        return mean - waiting(least, result) < AWAITED ? ""
                : " (least on rank " + least.rank() + " of " + FreeText.line(least.host()) + ", for which the others waited)";
    }

    private static double waiting(RankReport rank, CaseResult result) {
        return rank.seconds().getOrDefault(Phase.WAITING, 0.0) / (rank.workers() * result.seconds());
    }

    /**
     * Returns what the hosts had less than they could have: clock, and cores that others took. These shares are parts of what the steps
     * took, and of the host where most is missing. A link that lost data counts as the time for which its host exchanged messages.
     */
    private static List<Cause> ofHosts(CaseResult result) {
        List<Cause> causes = new ArrayList<>();
        result.power().stream().flatMap(host -> clock(host).stream()).max(Comparator.comparingDouble(Cause::share)).ifPresent(causes::add);
        result.power().stream().flatMap(host -> load(host).stream()).max(Comparator.comparingDouble(Cause::share)).ifPresent(causes::add);
        result.power().stream().flatMap(host -> link(host, result).stream()).max(Comparator.comparingDouble(Cause::share))
                .ifPresent(causes::add);
        return causes;
    }

    private static Optional<Cause> clock(HostPower host) {
        double lost = 1 - host.meanMegahertz() / host.fromMegahertz();
        return lost > 0 ? Optional.of(new Cause(lost, "the clock of " + FreeText.line(host.host()) + " fell to "
                + gigahertz(host.leastMegahertz()) + " GHz (" + NumberText.percent(lost) + " below " + gigahertz(host.fromMegahertz())
                + " in the mean)")) : Optional.empty();
    }

    private static Optional<Cause> load(HostPower host) {
        HostLoad load = host.load();
        if (!load.isNotable()) {
            return Optional.empty();
        }
        double share = (load.otherCores() + load.stolenCores()) / load.cores();
        return Optional.of(new Cause(share, "others took " + NumberText.percent(share) + " of the cores of "
                + FreeText.line(host.host())));
    }

    private static Optional<Cause> link(HostPower host, CaseResult result) {
        double share = PhaseTotals.of(result).stream().filter(totals -> totals.phase() == Phase.BROADCAST || totals.phase() == Phase.SWAP
                || totals.phase() == Phase.WAITING).mapToDouble(PhaseTotals::share).sum();
        return HealthEvent.latest(host.health()).stream().filter(event -> event.kind() == HealthEvent.Kind.LINK_DOWN
                || event.kind() == HealthEvent.Kind.LINK_ERRORS).findFirst()
                .map(event -> new Cause(share, FreeText.line(host.host()) + ": " + Disturbance.of(host.host(), event).brief()));
    }

    private static String gigahertz(double megahertz) {
        return String.format(Locale.ROOT, "%.1f", megahertz * MEGA_TO_GIGA);
    }
}
