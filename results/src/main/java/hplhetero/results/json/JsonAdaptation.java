package hplhetero.results.json;

import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.RateSample;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads whether block columns could change owners while a test ran, and how they did. */
final class JsonAdaptation {
    /** The digits of a rate. Rates are measured less exactly, and there is one for each rank in each sample. */
    private static final MathContext DIGITS = new MathContext(6);

    private JsonAdaptation() {
    }

    /** Adds the field {@code rebalance} to the object of a test: null where the map was to stay. */
    static void write(Rebalance asked, ObjectNode test) {
        if (asked.follows()) {
            JsonTree.number(test.putObject("rebalance"), "room", asked.room());
        } else {
            test.putNull("rebalance");
        }
    }

    /** Adds the field {@code adaptation} to the object of a test: null where nobody asked for it. */
    static void write(Adaptation seen, ObjectNode test) {
        if (seen.equals(Adaptation.NONE)) {
            test.putNull("adaptation");
            return;
        }
        ObjectNode node = test.putObject("adaptation").put("watched", seen.watched()).put("note", seen.note());
        ArrayNode rates = node.putArray("rates");
        seen.rates().forEach(sample -> write(sample, rates.addObject()));
        ArrayNode moves = node.putArray("moves");
        seen.moves().forEach(move -> write(move, moves.addObject()));
        if (seen.kappa().isEmpty()) {
            node.putNull("kappa");
        } else {
            integers(node.putArray("kappa"), seen.kappa());
        }
    }

    private static void write(RateSample sample, ObjectNode node) {
        ArrayNode rates = node.put("panel", sample.panel()).putArray("gflops");
        sample.gflops().forEach(rate -> {
            if (Double.isFinite(rate)) {
                rates.add(new BigDecimal(rate).round(DIGITS).doubleValue());
            } else {
                rates.addNull();
            }
        });
    }

    private static void write(MapMove move, ObjectNode node) {
        node.put("panel", move.panel());
        JsonTree.number(node, "seconds", move.seconds());
        JsonTree.number(node, "took", move.took());
        node.put("columns", move.columns()).put("bytes", move.bytes());
        integers(node.putArray("before"), move.before());
        integers(node.putArray("after"), move.after());
        node.put("why", move.why());
    }

    private static void integers(ArrayNode array, List<Integer> values) {
        values.forEach(array::add);
    }

    /** Returns the setting from the object of a test; that the map stays for files that were written before this field existed. */
    static Rebalance rebalance(JsonValue test) {
        return test.added("rebalance").map(asked -> new Rebalance(true, asked.at("room").number())).orElse(Rebalance.NO);
    }

    /** Returns how the map followed from the object of a test; that it stayed for files that were written before this field existed. */
    static Adaptation adaptation(JsonValue test) {
        return test.added("adaptation").map(seen -> new Adaptation(seen.at("watched").bool(), seen.at("note").text(),
                seen.at("rates").list(JsonAdaptation::rates), seen.at("moves").list(JsonAdaptation::move),
                kappa(seen.optional("kappa")))).orElse(Adaptation.NONE);
    }

    private static List<Integer> kappa(Optional<JsonValue> kappa) {
        return kappa.map(columns -> columns.list(JsonValue::count)).orElse(List.of());
    }

    private static RateSample rates(JsonValue sample) {
        return new RateSample(sample.at("panel").count(), sample.at("gflops").list(JsonValue::number));
    }

    private static MapMove move(JsonValue move) {
        return new MapMove(move.at("panel").count(), move.at("seconds").number(), move.at("took").number(), move.at("columns").count(),
                move.at("bytes").bytes(), move.at("before").list(JsonValue::count), move.at("after").list(JsonValue::count),
                move.at("why").text());
    }
}
