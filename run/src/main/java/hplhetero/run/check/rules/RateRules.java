package hplhetero.run.check.rules;

import java.util.ArrayList;
import java.util.List;

/** The rule that equal processors should compute equally fast. */
final class RateRules {
    private RateRules() {
    }

    /**
     * Returns hosts whose kernels are slower than those of other hosts with an equal processor, and equal processors that take unlike
     * kernels.
     */
    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        List<CheckedHost> measured = evidence.hosts().stream().filter(host -> Slowest.gflops(host) > 0).toList();
        Groups.by(measured, host -> host.facts().processor().name()).forEach((processor, alike) -> {
            double usual = Slowest.usual(alike);
            var providers = Groups.by(alike, host -> host.facts().kernels().provider());
            if (providers.size() > 1) {
                found.add(Problem.note("hosts", "equal processors take unlike kernels: " + Groups.spread(providers),
                        "if their rates differ little, name one for all: --blas " + providers.firstEntry().getKey()));
            }
            double least = evidence.acceptance().leastRate() * usual;
            alike.stream().filter(host -> Slowest.gflops(host) < least).forEach(host -> found.add(Problem.trouble(host.name(),
                    Units.format("kernels=%s reach %.1f GFLOPS on one core, %.1f on other hosts with %s",
                            host.facts().kernels().provider(), Slowest.gflops(host), usual, processor),
                    "look there for other load, heat, a slow governor, or memory in fewer channels; './hpl blas' measures again")));
        });
        return found;
    }
}
