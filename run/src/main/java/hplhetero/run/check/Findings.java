package hplhetero.run.check;

import com.fasterxml.jackson.annotation.JsonProperty;
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
 * What a check has found, as written to JSON (docs/check.md).
 *
 * @param schema   version of the JSON, which grows when a field is removed or changes its meaning
 * @param checkedAt time of the check
 * @param hosts    the hosts that were inspected
 * @param lost     the hosts that could not be inspected, with the reason
 * @param reaches  attempts of hosts to connect to each other
 * @param pairs    what messages between hosts take
 * @param repeats  what messages between slow pairs take when these are measured again
 * @param problems what is not as it should be, worst first
 */
public record Findings(int schema, String checkedAt, List<CheckedHost> hosts, Map<String, String> lost, List<Reachability> reaches,
                       List<PairTiming> pairs, List<PairTiming> repeats, @JsonProperty("troubles") List<Problem> problems) {
    private static final int SCHEMA = 1;

    /** Applies all rules of the check to what was seen, and returns both: what was seen, and the problems that it shows. */
    public static Findings of(Evidence evidence) {
        return new Findings(SCHEMA, Instant.now().toString(), evidence.hosts(), why(evidence.lost()), evidence.reaches(),
                evidence.timings(), evidence.repeats(),
                Problems.of(evidence));
    }

    /**
     * Writes the findings to a file as JUnit XML, as {@link #write} writes JSON.
     *
     * @param file path of the file
     * @throws IOException if the file cannot be written, saying which file and why
     */
    public void writeJUnit(Path file) throws IOException {
        WholeFile.write(file, CheckJUnit.of(this));
    }

    private static Map<String, String> why(Map<String, LostHost> lost) {
        return lost.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().why()));
    }

    /**
     * Writes the findings to a file as JSON. Another reader sees the old file or the whole new one. Where the path is a symbolic link, the
     * link is replaced by the file.
     *
     * @param file path of the file
     * @throws IOException if the file cannot be written, saying which file and why
     */
    public void write(Path file) throws IOException {
        WholeFile.write(file, new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    }
}
