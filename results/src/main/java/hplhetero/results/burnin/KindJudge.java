package hplhetero.results.burnin;

import static hplhetero.results.format.NumberText.digits;
import static hplhetero.results.format.NumberText.percent;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Judges hosts of one kind by their runs: each by itself, and by comparison with the others where there are enough. What all hosts do at
 * the same time, such as becoming slower in a warm room, counts against none. docs/decisions/0072-burn-in-outliers.md tells where the
 * thresholds come from.
 */
final class KindJudge {
    /** The fewest hosts of a kind that are compared with each other. */
    static final int LEAST_HOSTS = 3;
    /** The rate by which hosts of a kind always differ, as a share: a smaller deviation that is measured is not believed. */
    private static final double LEAST_SIGMA = 0.007;
    /**
     * Seconds of a disturbance by other programs, which may hit one host alone: over so short a time hosts differ more by chance. The rate
     * by which they always differ counts as the root of 1 + this / seconds of a host's runs times as large.
     */
    private static final double DISTURBED_SECONDS = 60;
    /** The most by which hosts of a kind differ, as a share: with more, hosts of two kinds are among them, or bad ones. */
    private static final double MOST_SIGMA = 0.03;
    /** A few hosts say little about their deviation: it counts as 1 + this / hosts times as large. */
    private static final double FEW_HOSTS = 4;
    /** The noise of a few runs is measured too small, since the trend follows the runs: it counts as 1 + this / runs times as large. */
    private static final double FEW_RUNS = 2;
    /** Standard deviations below the median at which a host is slow. */
    private static final double SIGMAS = 4;
    /** Standard deviations below the median at which a host is slow that shows a cause other than a clock that hosts differ in anyway. */
    private static final double SIGMAS_WITH_CAUSE = 3;
    /** The least loss of rate that is told, as a share. */
    private static final double LEAST_LOSS = 0.03;
    /** The least loss of a single run that is told, as a share. */
    private static final double LEAST_LOSS_OF_RUN = 0.05;
    private static final double SIGMAS_OF_RUN = 5;
    /** The least loss from the first run to the last that counts where something measured explains it, as a share. */
    private static final double LEAST_DRIFT = 0.04;
    /** The least loss from the first run to the last that counts without a cause, as a share. */
    private static final double LEAST_DRIFT_WITHOUT_CAUSE = 0.06;
    /** The least loss of runs or from the first to the last that counts without a cause if no other hosts tell what the room did. */
    private static final double LEAST_LOSS_ALONE = 0.1;
    private static final int LEAST_RUNS_FOR_DRIFT = 6;
    /** The fewest slow runs that make a host bad with a cause. */
    private static final int SLOW_RUNS_WITH_CAUSE = 2;
    /** The least share of a host's runs that other processes slow where the host is bad: services of healthy hosts also wake at times. */
    private static final double SHARE_OF_DISTURBED_RUNS = 0.1;
    /** The fewest slow runs that make a host bad without a cause, and the least share of its runs that they are. */
    private static final int SLOW_RUNS = 3;
    private static final double SHARE_OF_SLOW_RUNS = 0.2;
    /** The share of runs above the rate to which single runs are compared; a third of the runs may be slow. */
    private static final double USUAL_RUNS = 0.75;
    /** The standard error of a median of n values, times the root of n, in standard deviations of the values. */
    private static final double MEDIAN_ERROR = 1.2533;
    /** The standard error of a slope over n points, times their span and the root of n, in standard deviations of the values. */
    private static final double SLOPE_ERROR = Math.sqrt(12);
    /** How much later or earlier than a run another host's run may begin to tell what was usual then, in durations of the run. */
    private static final double NEAR = 1.5;

    private final String kind;
    private final Map<HostRuns, Rates> rates = new LinkedHashMap<>();
    private final boolean compares;
    private final HostNumbers usual;
    private final double middle;
    private final double sigma;
    private final double noise;
    private final double driftSigma;

    /**
     * What a host's rates are.
     *
     * @param runs     its runs that have a rate, oldest first
     * @param smoothed their rates in GFLOPS, without what all hosts of the kind have in common
     * @param numbers  numbers about the runs
     */
    private record Rates(List<HostRun> runs, double[] smoothed, HostNumbers numbers) {
        double median() {
            return Robust.median(smoothed);
        }

        /** Returns the numbers of the runs whose places are given. */
        HostNumbers numbers(IntStream places) {
            return HostNumbers.of(places.mapToObj(runs::get).toList());
        }

        IntStream places() {
            return IntStream.range(0, runs.size());
        }
    }

    private KindJudge(String kind, List<HostRuns> hosts) {
        this.kind = kind;
        List<List<HostRun>> all = hosts.stream().map(KindJudge::rated).toList();
        long tested = all.stream().filter(runs -> !runs.isEmpty()).count();
        compares = tested >= LEAST_HOSTS && !kind.isEmpty();
        Instant from = all.stream().flatMap(List::stream).map(HostRun::start).min(Comparator.naturalOrder()).orElse(Instant.EPOCH);
        List<double[]> starts = all.stream().map(runs -> Robust.values(runs, run -> HostNumbers.seconds(from, run.start()))).toList();
        List<double[]> shares = all.stream().map(KindJudge::shares).toList();
        for (int i = 0; i < hosts.size(); i++) {
            int self = i;
            List<Integer> others = IntStream.range(0, hosts.size()).filter(o -> o != self && starts.get(o).length > 0).boxed().toList();
            double[] smoothed = compares ? smoothed(all.get(i), others.stream().map(starts::get).toList(),
                    others.stream().map(shares::get).toList(), from) : Robust.values(all.get(i), HostRun::gflops);
            rates.put(hosts.get(i), new Rates(all.get(i), smoothed, HostNumbers.of(all.get(i), smoothed)));
        }
        List<Rates> some = rates.values().stream().filter(one -> !one.runs().isEmpty()).toList();
        usual = HostNumbers.middle(some.stream().map(Rates::numbers).toList());
        double[] medians = Robust.values(some, Rates::median);
        middle = Robust.median(medians);
        double seconds = Robust.median(Robust.values(some, one -> one.runs().stream().mapToDouble(HostRun::seconds).sum()));
        double least = LEAST_SIGMA * Math.sqrt(1 + DISTURBED_SECONDS / seconds);
        sigma = Math.min(MOST_SIGMA, Math.max(least, Robust.sigma(medians) / middle) * (1 + FEW_HOSTS / Math.max(1, tested)));
        noise = Math.max(LEAST_SIGMA, Double.isFinite(usual.noise()) ? usual.noise() * (1 + FEW_RUNS / usual.runs()) : LEAST_SIGMA);
        driftSigma = compares ? Robust.sigma(Robust.values(some, one -> one.numbers().drift())) * (1 + FEW_HOSTS / tested) : 0;
    }

    /**
     * Returns the judge of hosts of a kind.
     *
     * @param kind  the kind in words; empty where it is not known, so that hosts are not compared
     * @param hosts the hosts of the kind
     */
    static KindJudge of(String kind, List<HostRuns> hosts) {
        return new KindJudge(kind, hosts);
    }

    /** Returns the rates of runs as shares of their median. */
    private static double[] shares(List<HostRun> runs) {
        double[] values = Robust.values(runs, HostRun::gflops);
        double median = Robust.median(values);
        return Arrays.stream(values).map(value -> value / median).toArray();
    }

    /** Returns the runs of a host that have a rate. */
    private static List<HostRun> rated(HostRuns host) {
        return host.runs().stream().filter(run -> Double.isFinite(run.gflops()) && run.gflops() > 0).toList();
    }

    /**
     * Returns the rates of runs divided by how fast the other hosts were at the time of each run, relative to their own medians.
     *
     * @param runs   the runs of a host
     * @param starts seconds at which the runs of each other host began, oldest first, from one moment for all
     * @param shares rates of the runs of each other host, as shares of its median
     * @param from   the moment from which the seconds count
     */
    private static double[] smoothed(List<HostRun> runs, List<double[]> starts, List<double[]> shares, Instant from) {
        double[] smoothed = new double[runs.size()];
        Arrays.setAll(smoothed, i -> {
            HostRun run = runs.get(i);
            double at = HostNumbers.seconds(from, run.start());
            double usual = Robust.median(IntStream.range(0, starts.size()).mapToDouble(other -> nearest(starts.get(other),
                    shares.get(other), at, NEAR * run.seconds())).toArray());
            return run.gflops() / (Double.isFinite(usual) ? usual : 1);
        });
        return smoothed;
    }

    /** Returns the share of the run that began nearest to a moment; NaN where none began within some seconds. */
    private static double nearest(double[] starts, double[] shares, double at, double within) {
        int place = Arrays.binarySearch(starts, at);
        int after = place >= 0 ? place : -place - 1;
        int nearest = after == starts.length || after > 0 && at - starts[after - 1] < starts[after] - at ? after - 1 : after;
        return Math.abs(starts[nearest] - at) <= within ? shares[nearest] : Double.NaN;
    }

    /** Returns why hosts were not compared; empty where they were. */
    Optional<String> note() {
        if (compares || rates.values().stream().allMatch(one -> one.runs().isEmpty())) {
            return Optional.empty();
        }
        String who = String.join(", ", rates.keySet().stream().map(HostRuns::host).toList());
        return Optional.of(who + (kind.isEmpty() ? ": the kind is not known" : ": fewer than " + LEAST_HOSTS + " hosts of this kind")
                + ", so rates were not compared; only what is wrong by itself was judged");
    }

    /** Returns the numbers of a host. */
    HostNumbers numbers(HostRuns host) {
        Rates own = rates.get(host);
        return own.runs().size() == host.runs().size() ? own.numbers() : HostNumbers.of(host.runs());
    }

    /** Returns what was found on a host, apart from its links. */
    List<Finding> findings(HostRuns host) {
        Rates own = rates.get(host);
        Optional<HostNumbers> others = compares ? Optional.of(usual) : Optional.empty();
        List<Finding> found = new ArrayList<>(HostFacts.of(host, HostNumbers.of(host.runs()), others));
        if (!own.runs().isEmpty()) {
            slow(own).or(() -> drifts(own)).or(() -> slowRuns(own)).ifPresent(finding -> {
                found.removeIf(other -> !other.bad() && other.cause() == finding.cause());
                found.add(finding);
            });
        }
        return found;
    }

    private double runNoise(Rates own) {
        return Math.max(noise, Double.isFinite(own.numbers().noise()) ? own.numbers().noise() : 0);
    }

    /** Returns that a host is slower than its kind; empty where it is not. */
    private Optional<Finding> slow(Rates own) {
        if (!compares) {
            return Optional.empty();
        }
        double lost = 1 - own.median() / middle;
        double error = MEDIAN_ERROR * runNoise(own) / Math.sqrt(own.runs().size());
        double deviation = Math.hypot(sigma, error);
        if (lost < Math.max(LEAST_LOSS, SIGMAS_WITH_CAUSE * deviation)) {
            return Optional.empty();
        }
        double median = own.median();
        Evidence why = Evidence.of(own.numbers(own.places().filter(i -> own.smoothed()[i] <= median)), usual);
        if (!shows(why) && lost < SIGMAS * deviation) {
            return Optional.empty();
        }
        return Optional.of(Finding.bad(why.cause(), why.measured(), why.usual(), percent(lost) + " slower than its kind ("
                + digits(own.numbers().gflops(), 4) + " of " + digits(usual.gflops(), 4) + " GFLOPS): " + why.words()));
    }

    /** Returns whether there is a cause of which healthy hosts have nothing; their clocks differ as their rates do. */
    private static boolean shows(Evidence why) {
        return why.cause() != Cause.SLOW && why.cause() != Cause.POWER;
    }

    /** Returns that a host became slower while the burn-in went on; empty where it did not. */
    private Optional<Finding> drifts(Rates own) {
        int runs = own.runs().size();
        if (runs < LEAST_RUNS_FOR_DRIFT) {
            return Optional.empty();
        }
        double lost = -own.numbers().drift();
        double error = SLOPE_ERROR * runNoise(own) / Math.sqrt(runs);
        int third = runs / 3;
        Evidence why = Evidence.of(own.numbers(own.places().skip(runs - third)), own.numbers(own.places().limit(third)));
        double least = shows(why) ? LEAST_DRIFT : compares ? LEAST_DRIFT_WITHOUT_CAUSE : LEAST_LOSS_ALONE;
        if (lost < Math.max(least, SIGMAS * Math.max(error, Double.isFinite(driftSigma) ? driftSigma : 0))) {
            return Optional.empty();
        }
        double minutes = HostNumbers.seconds(own.runs().getFirst().start(), own.runs().getLast().start()) / 60;
        return Optional.of(Finding.bad(why.cause(), why.measured(), why.usual(), "became " + percent(lost) + " slower within "
                + digits(minutes, 2) + " min: " + why.words()));
    }

    /** Returns that some runs of a host were slower than its others; empty where none was. */
    private Optional<Finding> slowRuns(Rates own) {
        return slowRuns(own, noise).filter(Finding::bad).filter(finding -> finding.cause() != Cause.SLOW)
                .or(() -> slowRuns(own, Math.min(runNoise(own), 2 * noise) * (1 + FEW_RUNS / own.runs().size())));
    }

    private Optional<Finding> slowRuns(Rates own, double sigmaOfRun) {
        double usualRate = Robust.quantile(own.smoothed(), USUAL_RUNS);
        double limit = usualRate * (1 - Math.max(LEAST_LOSS_OF_RUN, SIGMAS_OF_RUN * sigmaOfRun));
        int[] slow = own.places().filter(i -> own.smoothed()[i] < limit).toArray();
        int runs = own.runs().size();
        if (slow.length == 0 || slow.length == runs) {
            return Optional.empty();
        }
        Evidence why = Evidence.of(own.numbers(Arrays.stream(slow)), own.numbers(own.places().filter(i -> own.smoothed()[i] >= limit)));
        double worst = 1 - Arrays.stream(slow).mapToDouble(i -> own.smoothed()[i]).min().orElseThrow() / usualRate;
        boolean many = slow.length >= Math.max(SLOW_RUNS, SHARE_OF_SLOW_RUNS * runs) && (compares || worst >= LEAST_LOSS_ALONE);
        double least = why.cause() == Cause.OTHER_PROCESSES ? SHARE_OF_DISTURBED_RUNS * runs : 0;
        boolean bad = shows(why) ? slow.length >= Math.max(SLOW_RUNS_WITH_CAUSE, least) : many;
        return Optional.of(new Finding(why.cause(), bad, why.measured(), why.usual(), slow.length + " of " + runs + " runs up to "
                + percent(worst) + " slower than the others: " + why.words()));
    }
}
