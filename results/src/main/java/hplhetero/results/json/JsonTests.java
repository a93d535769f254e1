package hplhetero.results.json;

import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.Resumption;
import hplhetero.results.Balance;
import hplhetero.results.Balance.RankSpeed;
import hplhetero.results.TestResult;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the tests of a sweep. */
final class JsonTests {
    private JsonTests() {
    }

    /** Returns the result that the object of a test holds. */
    static TestResult read(JsonValue test) {
        CheckStatus status = test.at("status").word(JsonWords.STATUSES);
        CaseResult result = new CaseResult(test.build(JsonTests::hplCase), status, time(test, "start", status), time(test, "end", status),
                test.at("seconds").number(), test.optional("residual").map(JsonTests::residual), test.at("singular").bool(),
                ranks(test.at("ranks")), test.at("note").text(), Optional.empty(), test.at("warmUpSeconds").number(),
                JsonSteps.done(test.added("auto")), test.added("course").map(JsonTimeSeries::read), JsonPower.read(test),
                test.added("compilerSeconds").map(JsonValue::number).orElse(0.0),
                test.added("resumed").map(JsonTests::resumption).orElse(Resumption.NONE), JsonTrust.read(test),
                JsonAdaptation.adaptation(test));
        return new TestResult(result, test.optional("balance").map(JsonTests::balance),
                test.added("predictedSeconds").map(s -> s.list(JsonValue::number)).orElse(List.of()));
    }

    private static Resumption resumption(JsonValue how) {
        return new Resumption(how.at("times").count(), how.at("columns").count(), how.at("seconds").number());
    }

    /** Returns the time in a field; null if a skipped test never began. */
    private static Instant time(JsonValue test, String field, CheckStatus status) {
        return status == CheckStatus.SKIPPED ? test.optional(field).map(JsonValue::time).orElse(null) : test.at(field).time();
    }

    private static HplCase hplCase(JsonValue c) {
        PanelVariant panel = new PanelVariant(c.at("rfact").word(JsonWords.FACTORIZATIONS), c.at("ndiv").integer(),
                c.at("pfact").word(JsonWords.FACTORIZATIONS), c.at("nbmin").integer());
        return new HplCase(c.at("n").integer(), c.at("nb").integer(), c.at("p").integer(), c.at("q").integer(),
                c.at("pmap").word(JsonWords.MAPPINGS), c.at("depth").integer(), c.at("bcast").word(JsonWords.BROADCASTS), panel,
                c.at("swap").word(JsonWords.SWAPS), c.at("swapThreshold").integer(), c.at("equilibrate").bool(), map(c.at("map")),
                c.at("threshold").number(), JsonSteps.choices(c.added("auto")), JsonAdaptation.rebalance(c));
    }

    private static MapSpec map(JsonValue map) {
        JsonValue kind = map.at("kind");
        return switch (kind.text()) {
            case JsonTree.CYCLIC -> new MapSpec.Cyclic();
            case JsonTree.CELLS -> new MapSpec.Cells(owners(map));
            case JsonTree.WEIGHTED -> new MapSpec.Weighted(map.at("rowWeights").list(JsonValue::number),
                    map.at("colWeights").list(JsonValue::number));
            case JsonTree.EXPLICIT -> new MapSpec.Explicit(owners(map), map.at("rho").list(JsonValue::count),
                    map.at("kappa").list(JsonValue::count));
            default -> throw kind.expected("one of " + String.join(", ", JsonTree.CYCLIC, JsonTree.CELLS, JsonTree.WEIGHTED,
                    JsonTree.EXPLICIT));
        };
    }

    private static List<List<Integer>> owners(JsonValue map) {
        return map.at("owners").list(row -> row.list(JsonValue::count));
    }

    private static Residual residual(JsonValue r) {
        return new Residual(r.at("scaled").number(), r.at("axMinusBInf").number(), r.at("aInf").number(), r.at("aOne").number(),
                r.at("xInf").number(), r.at("xOne").number(), r.at("bInf").number(), r.at("xCrc32c").checksum());
    }

    private static List<RankReport> ranks(JsonValue ranks) {
        List<RankReport> reports = ranks.list(JsonTests::rank);
        long different = reports.stream().map(RankReport::rank).distinct().count();
        if (different < reports.size()) {
            throw ranks.unexpected("", "has " + reports.size() + " ranks, some with the same number", JsonValue.REMEDY);
        }
        return reports;
    }

    private static RankReport rank(JsonValue rank) {
        Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            seconds.put(phase, rank.at("workerSeconds").at(phase.label()).number());
        }
        return new RankReport(rank.at("rank").count(), rank.at("host").text(), rank.at("workers").count(), rank.at("blockShare").number(),
                seconds, rank.added("device").map(device -> new DeviceReport(device.at("hostShare").number(),
                        device.at("transferSeconds").number(), device.at("busyWorkers").number(),
                        device.added("unlockedBytes").map(bytes -> (long) bytes.number()).orElse(0L),
                        new PanelTimes(device.added("panels").map(times -> times.list(JsonTests::height)).orElse(List.of())))));
    }

    private static PanelTimes.Height height(JsonValue times) {
        return new PanelTimes.Height(times.at("rows").count(), times.at("deviceSeconds").number(), times.at("hostSeconds").number());
    }

    private static Balance balance(JsonValue balance) {
        Map<Loss, Double> lostShares = new EnumMap<>(Loss.class);
        for (Loss loss : Loss.values()) {
            lostShares.put(loss, balance.at("lost").at(loss.label()).number());
        }
        return new Balance(balance.at("origin").text(), balance.at("idealSeconds").number(), balance.at("idealGflops").number(),
                balance.at("reached").number(), lostShares, balance.at("peakGflops").number(), balance.at("ranks").list(JsonTests::speed));
    }

    private static RankSpeed speed(JsonValue rank) {
        return new RankSpeed(rank.at("rank").count(), rank.at("gflops").number(), rank.at("variation").number(),
                rank.at("peakGflops").number(), rank.at("peakSource").text());
    }
}
