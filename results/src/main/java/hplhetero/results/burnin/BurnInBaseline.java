package hplhetero.results.burnin;

import static hplhetero.results.format.NumberText.digits;
import static hplhetero.results.format.NumberText.percent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An earlier burn-in, to which later ones are compared. The JSON file of a burn-in serves as its file.
 *
 * <p>Each host is compared with its own earlier self. What the hosts of a kind share, such as a warmer season or a new kernel, is told of
 * the kind and not of each host. docs/decisions/0072-burn-in-outliers.md tells where the thresholds come from.
 *
 * @param before the earlier burn-in
 */
public record BurnInBaseline(BurnIn before) {
    private static final double LEAST_LOSS = 0.03;
    private static final double LEAST_LOSS_ALONE = 0.05;
    private static final double SIGMAS = 4;
    private static final double LEAST_SIGMA = 0.007;
    private static final double MOST_SIGMA = 0.03;
    private static final double FEW_HOSTS = 4;
    private static final double MEDIAN_ERROR = 1.2533;
    /** The ratio of orders of the matrix from which on rates cannot be compared, as their difference from 1. */
    private static final double OTHER_ORDER = 0.1;

    /**
     * A host that is in both burn-ins and can be compared.
     *
     * @param host   name of the host
     * @param before its numbers of the earlier burn-in
     * @param now    its numbers of this burn-in
     */
    private record Both(String host, HostNumbers before, HostNumbers now) {
        double change() {
            return now.gflops() / before.gflops() - 1;
        }

        /** Returns the standard error of the change. */
        double error() {
            return MEDIAN_ERROR * Math.hypot(error(before), error(now));
        }

        private static double error(HostNumbers numbers) {
            return Math.max(LEAST_SIGMA, Double.isFinite(numbers.noise()) ? numbers.noise() : 0) / Math.sqrt(numbers.runs());
        }
    }

    /** Returns what changed from the earlier burn-in to a later one. */
    public BurnInChanges against(BurnIn now) {
        Map<String, HostRuns> earlier = before.hosts().stream().collect(Collectors.toMap(HostRuns::host, host -> host,
                (one, other) -> one, LinkedHashMap::new));
        Map<String, HostChange> changes = new LinkedHashMap<>();
        Map<String, List<Both>> kinds = new LinkedHashMap<>();
        for (HostRuns host : now.hosts()) {
            HostRuns old = earlier.remove(host.host());
            String note = obstacle(host, old);
            changes.put(host.host(), alone(host.host(), old, host, note));
            if (note.isEmpty()) {
                kinds.computeIfAbsent(host.kind(), kind -> new ArrayList<>())
                        .add(new Both(host.host(), HostNumbers.of(old.runs()), HostNumbers.of(host.runs())));
            }
        }
        List<HostChange> shared = new ArrayList<>();
        kinds.forEach((kind, hosts) -> {
            boolean several = hosts.size() >= KindJudge.LEAST_HOSTS && !kind.isEmpty();
            double common = several ? Robust.median(Robust.values(hosts, Both::change)) : 0;
            if (several) {
                shared.add(kind(kind, hosts, common));
            }
            double sigma = several ? sigma(hosts) : LEAST_SIGMA;
            hosts.forEach(host -> changes.put(host.host(), change(host, common, several ? LEAST_LOSS : LEAST_LOSS_ALONE, sigma)));
        });
        earlier.values().forEach(old -> changes.put(old.host(), alone(old.host(), old, null, "is not in this burn-in")));
        return new BurnInChanges(before.start(), List.copyOf(changes.values()), shared);
    }

    private static double sigma(List<Both> hosts) {
        return Math.min(MOST_SIGMA, Math.max(LEAST_SIGMA, Robust.sigma(Robust.values(hosts, Both::change)))
                * (1 + FEW_HOSTS / hosts.size()));
    }

    /** Returns why a host cannot be compared with its earlier self; empty where it can. */
    private static String obstacle(HostRuns host, HostRuns old) {
        if (old == null) {
            return "is not in the earlier burn-in";
        }
        if (host.runs().isEmpty() || old.runs().isEmpty()) {
            return host.runs().isEmpty() ? "no run ended" : "no run ended in the earlier burn-in";
        }
        if (!host.kind().equals(old.kind())) {
            return "was changed: \"" + old.kind() + "\" before";
        }
        double order = Robust.median(Robust.values(host.runs(), HostRun::n));
        double oldOrder = Robust.median(Robust.values(old.runs(), HostRun::n));
        return Math.abs(order / oldOrder - 1) > OTHER_ORDER ? "N=" + digits(order, 6) + ", was " + digits(oldOrder, 6)
                + ": run with the same N to compare" : "";
    }

    /** Returns the row of a host that is not compared. */
    private static HostChange alone(String name, HostRuns old, HostRuns now, String note) {
        return new HostChange(name, old == null ? Double.NaN : HostNumbers.of(old.runs()).gflops(),
                now == null ? Double.NaN : HostNumbers.of(now.runs()).gflops(), Double.NaN, Double.NaN, Optional.empty(), note);
    }

    private static HostChange change(Both host, double common, double least, double sigma) {
        double own = (1 + host.change()) / (1 + common) - 1;
        Optional<Finding> finding = Optional.empty();
        if (-own >= Math.max(least, SIGMAS * Math.hypot(sigma, host.error()))) {
            Evidence why = Evidence.of(host.now(), host.before());
            finding = Optional.of(Finding.bad(why.cause(), why.measured(), why.usual(), percent(-host.change()) + " slower than before"
                    + (common == 0 ? "" : " (its kind: " + (common < 0 ? percent(-common) + " slower" : percent(common) + " faster") + ")")
                    + ": " + why.words()));
        }
        return new HostChange(host.host(), host.before().gflops(), host.now().gflops(), host.change(), own, finding, "");
    }

    private static HostChange kind(String kind, List<Both> hosts, double common) {
        HostNumbers old = HostNumbers.middle(hosts.stream().map(Both::before).toList());
        HostNumbers now = HostNumbers.middle(hosts.stream().map(Both::now).toList());
        double error = MEDIAN_ERROR * sigma(hosts) / Math.sqrt(hosts.size());
        Optional<Finding> finding = Optional.empty();
        if (-common >= Math.max(LEAST_LOSS, SIGMAS * error)) {
            Evidence why = Evidence.of(now, old);
            finding = Optional.of(Finding.bad(why.cause(), why.measured(), why.usual(), "all " + hosts.size() + " hosts together are "
                    + percent(-common) + " slower than before: " + why.words()));
        }
        return new HostChange(kind, old.gflops(), now.gflops(), common, common, finding, "");
    }
}
