package hplhetero.results.json;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.BurnInChanges;
import hplhetero.results.burnin.Cause;
import hplhetero.results.burnin.Finding;
import hplhetero.results.burnin.GroupRun;
import hplhetero.results.burnin.GroupSolve;
import hplhetero.results.burnin.GroupVerdict;
import hplhetero.results.burnin.HostChange;
import hplhetero.results.burnin.HostHealth;
import hplhetero.results.burnin.HostNumbers;
import hplhetero.results.burnin.HostRun;
import hplhetero.results.burnin.HostRuns;
import hplhetero.results.burnin.HostVerdict;
import hplhetero.results.burnin.LinkVerdict;
import hplhetero.results.burnin.Verdicts;
import hplhetero.results.json.JsonValue.Unexpected;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes burn-ins as JSON and reads them back. docs/burnin.md describes the schema. The judgement is written for readers of the file; it is
 * not read, since it follows from what was measured.
 */
public final class JsonBurnIn {
    private static final int SCHEMA = 1;
    private static final String FORMAT = "hpl-burn-in";
    private static final String REMEDY = "give a file as 'hpl burnin --json' or '--save' wrote it";
    private static final JsonMapper MAPPER = JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();
    private static final JsonWords<Cause> CAUSES = JsonWords.byName(Cause.class);

    private JsonBurnIn() {
    }

    /**
     * Returns the text of a file.
     *
     * @param burnIn   what was measured
     * @param verdicts the judgement of what was measured
     * @param changes  what changed since an earlier burn-in; empty where none was given
     */
    public static String text(BurnIn burnIn, Verdicts verdicts, Optional<BurnInChanges> changes) {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("format", FORMAT).put("schema", SCHEMA)
                .put("start", burnIn.start().toString());
        JsonTree.number(root, "seconds", burnIn.seconds());
        root.put("bad", verdicts.isBad());
        ArrayNode hosts = root.putArray("hosts");
        verdicts.hosts().forEach(host -> host(host, hosts.addObject()));
        ArrayNode groups = root.putArray("groups");
        burnIn.groups().forEach(group -> group(group, groups.addObject()));
        ArrayNode solves = root.putArray("solves");
        verdicts.groups().forEach(group -> solve(group, solves.addObject()));
        ArrayNode links = root.putArray("links");
        verdicts.links().forEach(link -> link(link, links.addObject()));
        ArrayNode notes = root.putArray("notes");
        verdicts.notes().forEach(notes::add);
        changes.ifPresentOrElse(all -> against(all, root.putObject("against")), () -> root.putNull("against"));
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static void against(BurnInChanges changes, ObjectNode node) {
        node.put("start", changes.since().toString()).put("bad", changes.isBad());
        ArrayNode hosts = node.putArray("hosts");
        changes.hosts().forEach(host -> change(host, hosts.addObject().put("host", host.name())));
        ArrayNode kinds = node.putArray("kinds");
        changes.kinds().forEach(kind -> change(kind, kinds.addObject().put("kind", kind.name())));
    }

    private static void change(HostChange change, ObjectNode node) {
        JsonTree.number(node, "gflopsBefore", change.before());
        JsonTree.number(node, "gflops", change.now());
        JsonTree.number(node, "change", change.change());
        JsonTree.number(node, "changeWithoutKind", change.own());
        node.put("bad", change.isBad());
        findings(change.finding().stream().toList(), node.putArray("findings"));
        node.put("note", change.note());
    }

    private static void host(HostVerdict verdict, ObjectNode node) {
        HostRuns host = verdict.host();
        node.put("host", host.host()).put("kind", host.kind()).put("bad", verdict.isBad()).put("verdict", verdict.words());
        HostNumbers numbers = verdict.numbers();
        JsonTree.number(node, "medianGflops", numbers.gflops());
        JsonTree.number(node, "spread", numbers.spread());
        JsonTree.number(node, "drift", numbers.drift());
        JsonTree.number(node, "hottestCelsius", numbers.hottestCelsius());
        node.put("errors", numbers.errors());
        findings(verdict.findings(), node.putArray("findings"));
        ArrayNode runs = node.putArray("runs");
        host.runs().forEach(run -> run(run, runs.addObject()));
        node.put("end", host.end()).put("note", host.note());
    }

    private static void findings(List<Finding> findings, ArrayNode array) {
        findings.forEach(finding -> finding(finding, array.addObject()));
    }

    private static void finding(Finding finding, ObjectNode node) {
        node.put("cause", CAUSES.of(finding.cause())).put("bad", finding.bad());
        JsonTree.number(node, "measured", finding.measured());
        JsonTree.number(node, "usual", finding.usual());
        node.put("words", finding.words());
    }

    private static void link(LinkVerdict link, ObjectNode node) {
        ArrayNode hosts = node.putArray("hosts");
        link.hosts().forEach(hosts::add);
        findings(List.of(link.finding()), node.putArray("findings"));
    }

    private static void run(HostRun run, ObjectNode node) {
        node.put("start", run.start().toString()).put("n", run.n());
        JsonTree.number(node, "seconds", run.seconds());
        JsonTree.number(node, "gflops", run.gflops());
        node.put("passed", run.passed()).put("wrongValues", run.faults());
        HostHealth health = run.health();
        JsonTree.number(node, "hottestCelsius", health.hottestCelsius());
        JsonTree.number(node, "meanMegahertz", health.meanMegahertz());
        JsonTree.number(node, "leastMegahertz", health.leastMegahertz());
        JsonTree.number(node, "meanWatts", health.meanWatts());
        JsonTree.number(node, "throttledSeconds", health.throttledSeconds());
        JsonTree.number(node, "otherCores", health.otherCores());
        count(node, "swappedBytes", health.swappedBytes());
        count(node, "eccErrors", health.eccErrors());
        count(node, "linkErrors", health.linkErrors());
    }

    private static void count(ObjectNode node, String field, long count) {
        node.put(field, count < 0 ? null : Long.valueOf(count));
    }

    private static void group(GroupRun group, ObjectNode node) {
        ArrayNode hosts = node.putArray("hosts");
        group.hosts().forEach(hosts::add);
        JsonTree.number(node, "bytesPerSecond", group.bytesPerSecond());
        JsonTree.number(node, "microseconds", group.microseconds());
        node.put("problem", group.problem());
    }

    private static void solve(GroupVerdict verdict, ObjectNode node) {
        GroupSolve solve = verdict.solve();
        ArrayNode hosts = node.putArray("hosts");
        solve.hosts().forEach(hosts::add);
        node.put("n", solve.n()).put("runs", solve.runs());
        JsonTree.number(node, "gflops", solve.gflops());
        JsonTree.number(node, "expectedGflops", verdict.expected());
        JsonTree.number(node, "share", verdict.share());
        node.put("verdict", verdict.outcome().label()).put("problem", solve.problem());
    }

    /**
     * Returns the burn-in that a file has.
     *
     * @param file name of the file, for messages
     * @param text content of the file
     * @throws JsonFormatException if the text is not JSON, or not that of a burn-in of schema {@value #SCHEMA}
     */
    public static BurnIn read(String file, byte[] text) throws JsonFormatException {
        try {
            return burnIn(new JsonValue("", MAPPER.readTree(text), REMEDY));
        } catch (JacksonException notJson) {
            throw new JsonFormatException(file + ": is not JSON (" + notJson.getOriginalMessage() + "): " + REMEDY, notJson);
        } catch (Unexpected found) {
            throw new JsonFormatException(file + ": " + found.getMessage(), found);
        }
    }

    private static BurnIn burnIn(JsonValue root) {
        if (!root.at("format").text().equals(FORMAT)) {
            throw root.at("format").expected("\"" + FORMAT + "\"");
        }
        if (root.at("schema").integer() != SCHEMA) {
            throw root.at("schema").expected(String.valueOf(SCHEMA));
        }
        return new BurnIn(root.at("start").time(), root.at("seconds").number(), root.at("hosts").list(JsonBurnIn::host),
                root.at("groups").list(JsonBurnIn::group), root.added("solves").map(all -> all.list(JsonBurnIn::solve))
                .orElse(List.of()));
    }

    private static HostRuns host(JsonValue host) {
        return new HostRuns(host.at("host").text(), host.at("kind").text(), host.at("runs").list(JsonBurnIn::run), host.at("end").text(),
                host.added("note").map(JsonValue::text).orElse(""));
    }

    private static HostRun run(JsonValue run) {
        return new HostRun(run.at("start").time(), run.at("n").count(), run.at("seconds").number(), run.at("gflops").number(),
                run.at("passed").bool(), run.at("wrongValues").count(), new HostHealth(run.at("hottestCelsius").number(),
                run.at("meanMegahertz").number(), run.at("leastMegahertz").number(), run.at("meanWatts").number(),
                run.at("throttledSeconds").number(), run.at("otherCores").number(), count(run, "swappedBytes"), count(run, "eccErrors"),
                count(run, "linkErrors")));
    }

    private static long count(JsonValue run, String field) {
        return run.optional(field).map(JsonValue::bytes).orElse(-1L);
    }

    private static GroupRun group(JsonValue group) {
        return new GroupRun(group.at("hosts").list(JsonValue::text), group.at("bytesPerSecond").number(),
                group.at("microseconds").number(), group.at("problem").text());
    }

    private static GroupSolve solve(JsonValue solve) {
        return new GroupSolve(solve.at("hosts").list(JsonValue::text), solve.at("n").count(), solve.at("runs").count(),
                solve.at("gflops").number(), solve.at("problem").text());
    }
}
