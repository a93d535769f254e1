package hplhetero.run.check;

import hplhetero.results.format.WholeFile;
import hplhetero.run.check.agent.LostHost;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import hplhetero.run.check.rules.CheckedHost;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Problem;
import hplhetero.run.check.rules.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a check has found, as it stands in JSON (docs/check.md).
 *
 * @param schema   grows when a field is removed or means something else
 * @param checkedAt when
 * @param hosts    that were looked at
 * @param lost     hosts that could not be
 * @param reaches  attempts to connect
 * @param pairs    what messages between hosts take
 * @param repeats  the same of slow pairs that were asked again
 * @param troubles what is not as it should be, worst first
 */
public record Findings(int schema, String checkedAt, List<CheckedHost> hosts, Map<String, String> lost, List<Reachability> reaches,
                       List<PairTiming> pairs, List<PairTiming> repeats, List<Problem> troubles) {
    private static final int SCHEMA = 1;

    /** Judges the evidence. */
    public static Findings of(Evidence evidence) {
        return new Findings(SCHEMA, Instant.now().toString(), evidence.hosts(), why(evidence.lost()), evidence.reaches(),
                evidence.timings(), evidence.repeats(),
                Problems.of(evidence));
    }

    private static Map<String, String> why(Map<String, LostHost> lost) {
        return lost.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().why()));
    }

    /** Writes them as JSON, in one piece and following no link. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    }
}
