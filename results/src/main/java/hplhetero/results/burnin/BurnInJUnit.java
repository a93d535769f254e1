package hplhetero.results.burnin;

import hplhetero.results.format.JUnitXml;
import hplhetero.results.format.JUnitXml.Case;
import hplhetero.results.format.JUnitXml.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A burn-in as JUnit XML, which test systems such as Jenkins and GitLab show: one test case for each host and for each bad link. A bad host
 * fails with its causes, a host without runs is skipped. Where the burn-in was compared with an earlier one, becoming slower fails too.
 */
public final class BurnInJUnit {
    private static final String SUITE = "burn-in";

    private BurnInJUnit() {
    }

    /**
     * Returns the text of the file.
     *
     * @param burnIn   what was measured
     * @param verdicts the judgement of what was measured
     * @param changes  what changed since an earlier burn-in; empty where none was given
     */
    public static String of(BurnIn burnIn, Verdicts verdicts, Optional<BurnInChanges> changes) {
        List<Case> cases = new ArrayList<>();
        for (HostVerdict host : verdicts.hosts()) {
            List<Finding> bad = new ArrayList<>(host.bad());
            changes.ifPresent(all -> all.hosts().stream().filter(one -> one.name().equals(host.host().host()))
                    .forEach(one -> one.finding().ifPresent(bad::add)));
            double seconds = host.host().runs().stream().mapToDouble(HostRun::seconds).sum();
            cases.add(new Case(host.host().kind(), host.host().host(), seconds, host.wasTested() ? Optional.empty()
                    : Optional.of("no run ended"), failure(bad)));
        }
        verdicts.links().stream().filter(link -> link.finding().bad()).forEach(link -> cases.add(new Case("links",
                String.join("-", link.hosts()), failure(List.of(link.finding())))));
        changes.ifPresent(all -> all.kinds().stream().filter(HostChange::isBad).forEach(kind -> cases.add(new Case("kinds", kind.name(),
                failure(kind.finding().stream().toList())))));
        return new JUnitXml(SUITE, burnIn.start(), burnIn.seconds(), cases).text();
    }

    private static Optional<Failure> failure(List<Finding> bad) {
        return bad.isEmpty() ? Optional.empty() : Optional.of(new Failure(bad.getFirst().cause().label(),
                String.join("; ", bad.stream().map(one -> one.cause().label() + ": " + one.words()).toList()),
                bad.stream().map(Finding::cause).distinct().map(cause -> cause.label() + " -> " + cause.remedy()).toList()));
    }
}
