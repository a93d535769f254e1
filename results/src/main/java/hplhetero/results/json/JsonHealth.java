package hplhetero.results.json;

import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads the health of a host over the time of a test. Only the series are read back; the totals follow from them. */
final class JsonHealth {
    /** The number up to which a double holds all integers. */
    private static final double MOST_EXACT = 0x1p53;

    private JsonHealth() {
    }

    /** Returns the object of a series; null where it has no point. */
    static ObjectNode write(HealthSeries health) {
        if (health.isEmpty()) {
            return null;
        }
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ObjectNode totals = node.putObject("totals");
        for (HealthQuantity quantity : HealthQuantity.values()) {
            totals.set(quantity.label(), number(health.total(quantity)));
        }
        ObjectNode series = node.putObject("series");
        write(health.seconds(), series.putArray("seconds"));
        health.values().forEach((quantity, values) -> write(values, series.putArray(quantity.label())));
        return node;
    }

    private static void write(List<Double> values, ArrayNode array) {
        values.forEach(value -> array.add(number(value)));
    }

    /** Returns a number as short as JSON has it: an integer without a fraction; null for NaN. */
    private static JsonNode number(double value) {
        if (!Double.isFinite(value)) {
            return JsonNodeFactory.instance.nullNode();
        }
        return value == Math.rint(value) && Math.abs(value) < MOST_EXACT ? JsonNodeFactory.instance.numberNode((long) value)
                : JsonNodeFactory.instance.numberNode(value);
    }

    /** Returns the series that an object holds, as {@link #write} writes it. */
    static HealthSeries read(JsonValue health) {
        JsonValue series = health.at("series");
        Map<HealthQuantity, List<Double>> values = new EnumMap<>(HealthQuantity.class);
        for (HealthQuantity quantity : HealthQuantity.values()) {
            series.added(quantity.label()).ifPresent(its -> values.put(quantity, its.list(JsonValue::number)));
        }
        return series.build(any -> new HealthSeries(series.at("seconds").list(JsonValue::number), values));
    }
}
