package hplhetero.results.json;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes and reads the time series of a test. A time series is most of a file, so times are rounded to microseconds and tables are stored
 * column by column.
 */
final class JsonTimeSeries {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final double MICROSECONDS = 1e6;

    private JsonTimeSeries() {
    }

    /** Returns the object of a time series; null where nothing was recorded. */
    static ObjectNode write(Optional<TimeSeries> series) {
        return series.map(JsonTimeSeries::write).orElse(null);
    }

    private static ObjectNode write(TimeSeries series) {
        ObjectNode node = JSON.objectNode().put("panels", series.panels());
        node.set("after", array(series.after(), a -> a));
        ArrayNode ranks = node.putArray("ranks");
        series.ranks().forEach(rank -> ranks.add(write(rank)));
        return node;
    }

    private static ObjectNode write(RankSeries rank) {
        ObjectNode node = JSON.objectNode().put("rank", rank.rank());
        node.set("seconds", seconds(rank.seconds()));
        ObjectNode phases = node.putObject("workerSeconds");
        rank.workerSeconds().forEach((phase, seconds) -> {
            if (!seconds.isEmpty() && seconds.getLast() > 0) {
                phases.set(phase.label(), seconds(seconds));
            }
        });
        List<Span> spans = rank.spans();
        ObjectNode columns = node.putObject("spans");
        columns.set("step", array(spans, Span::step));
        columns.set("worker", array(spans, Span::worker));
        columns.set("phase", array(spans, span -> span.phase().label()));
        columns.set("begin", seconds(spans.stream().map(Span::begin).toList()));
        columns.set("end", seconds(spans.stream().map(Span::end).toList()));
        return node;
    }

    /** Returns times in seconds as an array, rounded to microseconds. */
    static ArrayNode seconds(List<Double> seconds) {
        return array(seconds, s -> Math.rint(s * MICROSECONDS) / MICROSECONDS);
    }

    private static <T> ArrayNode array(List<T> values, Function<T, Object> value) {
        ArrayNode array = JSON.arrayNode();
        values.forEach(one -> array.addPOJO(value.apply(one)));
        return array;
    }

    /** Returns the time series that an object holds, as {@link #write} writes it. */
    static TimeSeries read(JsonValue series) {
        return new TimeSeries(series.at("panels").count(), series.at("after").list(JsonValue::count),
                series.at("ranks").list(JsonTimeSeries::rank));
    }

    private static RankSeries rank(JsonValue rank) {
        List<Double> seconds = rank.at("seconds").list(JsonValue::number);
        Map<Phase, List<Double>> phases = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            if (phase != Phase.WAITING) {
                // a phase that took no time is left out
                phases.put(phase, rank.at("workerSeconds").added(phase.label()).map(s -> s.list(JsonValue::number))
                        .orElseGet(() -> seconds.stream().map(any -> 0.0).toList()));
            }
        }
        return new RankSeries(rank.at("rank").count(), seconds, phases, spans(rank.at("spans")));
    }

    private static List<Span> spans(JsonValue spans) {
        List<Integer> steps = spans.at("step").list(JsonValue::count);
        List<Integer> workers = spans.at("worker").list(JsonValue::count);
        List<Phase> phases = spans.at("phase").list(word -> word.word(JsonWords.PHASES));
        List<Double> begins = spans.at("begin").list(JsonValue::number);
        List<Double> ends = spans.at("end").list(JsonValue::number);
        if (IntStream.of(workers.size(), phases.size(), begins.size(), ends.size()).anyMatch(size -> size != steps.size())) {
            throw spans.expected("columns of one length");
        }
        return IntStream.range(0, steps.size())
                .mapToObj(i -> new Span(steps.get(i), workers.get(i), phases.get(i), begins.get(i), ends.get(i))).toList();
    }
}
