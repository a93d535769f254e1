package hplhetero.run.check.rules;

import java.util.ArrayList;
import java.util.List;

/** The rule that equal processors should compute equally fast. */
final class RateRules {
    /** Share of the median rate below which a host is slow. One measurement differs from the next by less. */
    private static final double SLOW_SHARE_OF_MEDIAN = 0.85;

    private RateRules() {
    }

    /**
     * Returns hosts whose kernels are slower than those of other hosts with an equal processor, and equal processors that take unlike
     * kernels.
     */
    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        List<CheckedHost> measured = evidence.hosts().stream().filter(host -> rate(host) > 0).toList();
        Groups.by(measured, host -> host.facts().processor().name()).forEach((processor, alike) -> {
            double usual = usual(alike);
            var providers = Groups.by(alike, host -> host.facts().kernels().provider());
            if (providers.size() > 1) {
                found.add(Problem.note("hosts", "equal processors take unlike kernels: " + Groups.spread(providers),
                        "if their rates differ little, name one for all: --blas " + providers.firstEntry().getKey()));
            }
            alike.stream().filter(host -> rate(host) < SLOW_SHARE_OF_MEDIAN * usual).forEach(host -> found.add(Problem.trouble(host.name(),
                    Units.format("kernels=%s reach %.1f GFLOPS on one core, %.1f on other hosts with %s",
                            host.facts().kernels().provider(), rate(host), usual, processor),
                    "look there for other load, heat, a slow governor, or memory in fewer channels; './hpl blas' measures again")));
        });
        return found;
    }

    /** Returns the upper median of the rates: with two hosts, the rate of the faster one. */
    private static double usual(List<CheckedHost> hosts) {
        double[] rates = hosts.stream().mapToDouble(RateRules::rate).sorted().toArray();
        return rates[rates.length / 2];
    }

    private static double rate(CheckedHost host) {
        return host.facts().kernels().gflopsPerCore();
    }
}
