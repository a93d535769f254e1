package hplhetero.run.check;

import hplhetero.results.format.JUnitXml;
import hplhetero.results.format.JUnitXml.Case;
import hplhetero.results.format.JUnitXml.Failure;
import hplhetero.run.check.rules.CheckedHost;
import hplhetero.run.check.rules.Problem;
import hplhetero.run.check.rules.Problem.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A check as JUnit XML: a test for each host, and one for whatever else has trouble, such as a pair of hosts. Notes fail no test. */
final class CheckJUnit {
    private CheckJUnit() {
    }

    /** Returns the text of the file. */
    static String of(Findings findings) {
        Map<String, List<Problem>> troubles = findings.problems().stream().filter(problem -> problem.severity() == Severity.TROUBLE)
                .collect(Collectors.groupingBy(Problem::where, LinkedHashMap::new, Collectors.toList()));
        List<Case> cases = new ArrayList<>();
        for (CheckedHost host : findings.hosts()) {
            cases.add(new Case("hosts", host.name(), failure(troubles.remove(host.name()))));
        }
        findings.lost().forEach((host, why) -> cases.add(new Case("hosts", host, failure(troubles.remove(host))
                .or(() -> Optional.of(new Failure("lost", why, List.of()))))));
        troubles.forEach((where, all) -> cases.add(new Case("cluster", where, failure(all))));
        return new JUnitXml("check", Instant.parse(findings.checkedAt()), 0, cases).text();
    }

    /** Returns the failure of a test with these troubles; empty where {@code troubles} is null, because there is none. */
    private static Optional<Failure> failure(List<Problem> troubles) {
        return Optional.ofNullable(troubles).map(all -> new Failure("trouble",
                all.stream().map(Problem::what).collect(Collectors.joining("; ")), all.stream().map(Problem::remedy).distinct().toList()));
    }
}
