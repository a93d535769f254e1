package hplhetero.results.json;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.Resumption;
import hplhetero.results.Balance;
import hplhetero.results.Balance.RankSpeed;
import hplhetero.results.HostTrait;
import hplhetero.results.HostTraits;
import hplhetero.results.PhaseTotals;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a sweep in the schema of docs/json.md, field by field. What the document describes is set only here. */
final class JsonTree {
    static final int SCHEMA = 2;
    static final String CYCLIC = "cyclic";
    static final String CELLS = "cells";
    static final String WEIGHTED = "weighted";
    static final String EXPLICIT = "explicit";
    /** The traits of hosts that are numbers. */
    static final Set<HostTrait> COUNTS = EnumSet.of(HostTrait.SOCKETS, HostTrait.NUMA_NODES);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private JsonTree() {
    }

    /** Returns the object of a sweep, with all of its tests. */
    static ObjectNode of(Sweep sweep) {
        RunDescription run = sweep.run();
        ObjectNode root = JSON.objectNode();
        root.put("schema", SCHEMA);
        root.set("program", program(run));
        root.set("machine", machine(run.hosts().getFirst()));
        root.set("blas", blas(run.hosts().getFirst().provider()));
        ArrayNode hosts = root.putArray("hosts");
        run.hosts().forEach(host -> hosts.add(host(host)));
        root.set("run", run(run));
        root.set("rpeak", rpeak(run));
        root.set("parameters", parameters(sweep.parameters()));
        ArrayNode tests = root.putArray("results");
        sweep.tests().forEach(test -> tests.add(test(test, run)));
        root.set("summary", summary(sweep));
        return root;
    }

    private static ObjectNode program(RunDescription run) {
        return JSON.objectNode().put("name", "hpl-hetero").put("version", run.version())
                .put("commit", known(run.provenance().commit())).put("compatibleWith", "HPLinpack 2.3");
    }

    private static ObjectNode machine(RunDescription.Host host) {
        return JSON.objectNode().put("host", host.name()).put("os", host.os()).put("cpu", host.cpuModel())
                .put("microArchitecture", host.microArchitecture()).put("physicalCores", host.physicalCores())
                .put("memoryBytes", host.memoryBytes()).put("java", host.java());
    }

    private static ObjectNode host(RunDescription.Host host) {
        ObjectNode node = machine(host);
        node.set("ranks", array(host.ranks()));
        node.put("workersPerRank", host.workersPerRank()).put("binding", host.binding());
        node.set("blas", blas(host.provider()));
        node.set("traits", traits(host.traits()));
        return node;
    }

    /** Returns the traits of a host that could be read. Counts are numbers, all other traits are texts. */
    private static ObjectNode traits(HostTraits traits) {
        ObjectNode node = JSON.objectNode();
        traits.values().forEach((trait, value) -> {
            if (COUNTS.contains(trait)) {
                node.put(trait.label(), Integer.parseInt(value));
            } else {
                node.put(trait.label(), value);
            }
        });
        return node;
    }

    /** Returns a text; null where it is empty because nothing is known. */
    private static String known(String text) {
        return text.isEmpty() ? null : text;
    }

    private static ObjectNode blas(RunDescription.Provider provider) {
        ObjectNode node = JSON.objectNode().put("provider", provider.name())
                .put("description", provider.description());
        number(node, "gflopsPerCore", provider.gflopsPerCore());
        return node.put("reason", provider.reason());
    }

    private static ObjectNode run(RunDescription run) {
        ObjectNode node = JSON.objectNode().put("ranks", run.ranks()).put("workersPerRank", run.hosts().getFirst().workersPerRank())
                .put("transport", run.transport()).put("map", run.map()).put("command", known(run.provenance().command()))
                .put("job", known(run.provenance().job()));
        node.set("clearedEnvironment", array(run.clearedEnvironment()));
        node.set("notes", array(run.notes()));
        node.set("emulatedSlowdown", array(run.slowdown().stream().map(JsonTree::slowdown).toList()));
        number(node, "calibrationSeconds", run.calibrationSeconds());
        node.set("idle", run.idle().map(idle -> {
            ObjectNode power = JSON.objectNode();
            number(power, "watts", idle.watts());
            number(power, "seconds", idle.seconds());
            return power.put("source", idle.source());
        }).orElse(null));
        return node;
    }

    private static ObjectNode rpeak(RunDescription run) {
        return run.peak().map(peak -> {
            ObjectNode node = JSON.objectNode();
            number(node, "gflops", peak.gflops());
            return node.put("source", peak.source());
        }).orElse(null);
    }

    private static ObjectNode parameters(SweepParameters s) {
        ObjectNode node = JSON.objectNode();
        node.set("n", array(s.ns()));
        node.set("nb", array(s.nbs()));
        node.put("pmap", JsonWords.MAPPINGS.of(s.mapping()));
        node.set("p", array(s.ps()));
        node.set("q", array(s.qs()));
        node.set("pfact", array(JsonWords.FACTORIZATIONS.of(s.pfacts())));
        node.set("nbmin", array(s.nbmins()));
        node.set("ndiv", array(s.ndivs()));
        node.set("rfact", array(JsonWords.FACTORIZATIONS.of(s.rfacts())));
        node.set("bcast", array(JsonWords.BROADCASTS.of(s.bcasts())));
        node.set("depth", array(s.depths()));
        node.put("swap", JsonWords.SWAPS.of(s.swap())).put("swapThreshold", s.swapThreshold()).put("l1Transposed", s.l1Transposed())
                .put("uTransposed", s.uTransposed()).put("equilibrate", s.equilibrate()).put("align", s.align());
        number(node, "threshold", s.threshold());
        return node;
    }

    private static ObjectNode test(TestResult test, RunDescription run) {
        CaseResult result = test.result();
        ObjectNode node = hplCase(result.hplCase());
        node.put("status", JsonWords.STATUSES.of(result.status())).put("start", time(result.start())).put("end", time(result.end()));
        number(node, "seconds", result.seconds());
        number(node, "warmUpSeconds", result.warmUpSeconds());
        number(node, "compilerSeconds", result.compilerSeconds());
        number(node, "gflops", result.gflops());
        number(node, "rpeakShare", run.peak().map(p -> result.gflops() / p.gflops()).orElse(Double.NaN));
        node.set("resumed", resumption(result.resumption()));
        node.put("singular", result.singular()).put("note", result.note());
        node.set("residual", result.residual().map(JsonTree::residual).orElse(null));
        JsonTrust.write(result.stepTests(), node);
        JsonAdaptation.write(result.adaptation(), node);
        node.set("auto", JsonSteps.write(result.hplCase().steps(), result.steps()));
        ArrayNode ranks = node.putArray("ranks");
        result.ranks().forEach(rank -> ranks.add(rank(rank)));
        JsonPower.write(result, node);
        ObjectNode phases = node.putObject("phases");
        PhaseTotals.of(result).forEach(totals -> phases.set(totals.phase().label(), phase(totals)));
        node.set("balance", test.balance().map(JsonTree::balance).orElse(null));
        node.set("course", JsonTimeSeries.write(result.timeSeries()));
        node.set("predictedSeconds", JsonTimeSeries.seconds(test.predicted()));
        return node;
    }

    private static ObjectNode resumption(Resumption how) {
        if (!how.happened()) {
            return null;
        }
        ObjectNode node = JSON.objectNode().put("times", how.times()).put("columns", how.columns());
        number(node, "seconds", how.seconds());
        return node;
    }

    private static ObjectNode balance(Balance balance) {
        ObjectNode node = JSON.objectNode().put("origin", balance.origin());
        number(node, "idealSeconds", balance.idealSeconds());
        number(node, "idealGflops", balance.idealGflops());
        number(node, "reached", balance.reached());
        ObjectNode lost = node.putObject("lost");
        balance.lostShares().forEach((loss, share) -> number(lost, loss.label(), share));
        number(node, "peakGflops", balance.peakGflops());
        ArrayNode ranks = node.putArray("ranks");
        balance.ranks().forEach(rank -> ranks.add(speed(rank)));
        return node;
    }

    private static ObjectNode speed(RankSpeed rank) {
        ObjectNode node = JSON.objectNode().put("rank", rank.rank());
        number(node, "gflops", rank.gflops());
        number(node, "variation", rank.variation());
        number(node, "peakGflops", rank.peakGflops());
        return node.put("peakSource", rank.peakSource());
    }

    private static ObjectNode hplCase(HplCase c) {
        ObjectNode node = JSON.objectNode().put("variant", c.variantCode()).put("n", c.n()).put("nb", c.nb())
                .put("p", c.p()).put("q", c.q()).put("pmap", JsonWords.MAPPINGS.of(c.mapping())).put("depth", c.depth())
                .put("bcast", JsonWords.BROADCASTS.of(c.broadcast())).put("rfact", JsonWords.FACTORIZATIONS.of(c.panel().rfact()))
                .put("ndiv", c.panel().ndiv()).put("pfact", JsonWords.FACTORIZATIONS.of(c.panel().pfact())).put("nbmin", c.panel().nbmin())
                .put("swap", JsonWords.SWAPS.of(c.swap())).put("swapThreshold", c.swapThreshold())
                .put("equilibrate", c.equilibrate());
        node.set("map", map(c.map()));
        number(node, "threshold", c.threshold());
        JsonAdaptation.write(c.rebalance(), node);
        return node;
    }

    private static ObjectNode map(MapSpec map) {
        ObjectNode node = JSON.objectNode();
        switch (map) {
            case MapSpec.Cyclic() -> node.put("kind", CYCLIC);
            case MapSpec.Cells(var owners) -> {
                ArrayNode rows = node.put("kind", CELLS).putArray("owners");
                owners.forEach(row -> rows.add(array(row)));
            }
            case MapSpec.Weighted(var rows, var cols) -> {
                node.put("kind", WEIGHTED);
                node.set("rowWeights", array(rows));
                node.set("colWeights", array(cols));
            }
            case MapSpec.Explicit(var owners, var rho, var kappa) -> {
                ArrayNode rows = node.put("kind", EXPLICIT).putArray("owners");
                owners.forEach(row -> rows.add(array(row)));
                node.set("rho", array(rho));
                node.set("kappa", array(kappa));
            }
        }
        return node;
    }

    private static ObjectNode residual(Residual r) {
        ObjectNode node = JSON.objectNode();
        number(node, "scaled", r.scaled());
        number(node, "axMinusBInf", r.residual());
        number(node, "aInf", r.aInf());
        number(node, "aOne", r.aOne());
        number(node, "xInf", r.xInf());
        number(node, "xOne", r.xOne());
        number(node, "bInf", r.bInf());
        return node.put("xCrc32c", String.format("%08x", r.xSum()));
    }

    private static ObjectNode rank(RankReport rank) {
        ObjectNode node = JSON.objectNode().put("rank", rank.rank()).put("host", rank.host())
                .put("workers", rank.workers());
        number(node, "blockShare", rank.blockShare());
        ObjectNode seconds = node.putObject("workerSeconds");
        for (Phase phase : Phase.values()) {
            number(seconds, phase.label(), rank.seconds().getOrDefault(phase, 0.0));
        }
        node.putNull("device");
        rank.device().ifPresent(device -> {
            ObjectNode own = node.putObject("device");
            number(own, "hostShare", device.hostShare());
            number(own, "transferSeconds", device.transferSeconds());
            number(own, "busyWorkers", device.busyWorkers());
            own.put("unlockedBytes", device.unlockedBytes());
            ArrayNode panels = own.putArray("panels");
            device.panels().heights().forEach(height -> {
                ObjectNode times = panels.addObject().put("rows", height.rows());
                number(times, "deviceSeconds", height.deviceSeconds());
                number(times, "hostSeconds", height.hostSeconds());
            });
        });
        return node;
    }

    private static ObjectNode phase(PhaseTotals totals) {
        ObjectNode node = JSON.objectNode();
        number(node, "minSeconds", totals.min());
        number(node, "meanSeconds", totals.mean());
        number(node, "maxSeconds", totals.max());
        number(node, "share", totals.share());
        return node;
    }

    private static ObjectNode summary(Sweep sweep) {
        List<CheckStatus> reached = sweep.tests().stream().map(test -> test.result().status()).toList();
        ObjectNode node = JSON.objectNode().put("asked", sweep.requestedTests())
                .put("tests", reached.stream().filter(status -> status != CheckStatus.CHECKING).count());
        for (CheckStatus status : CheckStatus.values()) {
            node.put(JsonWords.STATUSES.of(status), reached.stream().filter(status::equals).count());
        }
        return node;
    }

    /**
     * Sets a number field of an object; NaN and infinity, which JSON does not have, become null.
     *
     * @param node  the object
     * @param field name of the field
     * @param value the number
     */
    static void number(ObjectNode node, String field, double value) {
        if (Double.isFinite(value)) {
            node.put(field, value);
        } else {
            node.putNull(field);
        }
    }

    /** Returns the factor of a rank that was steadily slowed, else the text that tells the changes too. */
    private static Object slowdown(Slowdown slowdown) {
        return slowdown.isSteady() ? slowdown.factor() : slowdown.words();
    }

    private static ArrayNode array(List<?> values) {
        ArrayNode array = JSON.arrayNode();
        values.forEach(array::addPOJO);
        return array;
    }

    private static String time(Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
