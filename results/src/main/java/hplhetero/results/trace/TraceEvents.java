package hplhetero.results.trace;

import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes Chrome's trace format: a JSON object whose {@code traceEvents} stand on one line each. Times are whole microseconds, because
 * viewers cut off decimals and two adjacent events would then overlap. Source: Trace Event Format, as perfetto.dev reads it
 * (docs/decisions/0041).
 */
final class TraceEvents implements AutoCloseable {
    private final StringWriter text = new StringWriter();
    private final JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text);
    private int sortIndex;

    TraceEvents() {
        json.writeStartObject();
        json.writeStringProperty("displayTimeUnit", "ms");
        json.writeName("traceEvents");
        json.writeStartArray();
    }

    /** Names a process; comes before the events of the process. Viewers show processes in the order in which they are named. */
    void process(int pid, String name) {
        metadata("process_name", pid, pid);
        json.writeStringProperty("name", name);
        end();
        metadata("process_sort_index", pid, pid);
        json.writeNumberProperty("sort_index", sortIndex++);
        end();
    }

    /**
     * Names a thread of a process.
     *
     * @param pid  number of the process
     * @param tid  number of the thread, which no other thread of any process has
     * @param name name of the thread
     */
    void thread(int pid, int tid, String name) {
        metadata("thread_name", pid, tid);
        json.writeStringProperty("name", name);
        end();
        metadata("thread_sort_index", pid, tid);
        json.writeNumberProperty("sort_index", tid);
        end();
    }

    private void metadata(String what, int pid, int tid) {
        begin(what, "M", pid, tid);
        json.writeNumberProperty("ts", 0);
        json.writeObjectPropertyStart("args");
    }

    /**
     * Writes an event for something that a thread did. Events of one thread must not overlap.
     *
     * @param micros    begin of the event, in microseconds
     * @param duration  duration of the event, in microseconds
     * @param arguments what else is known of the event, by name: whole numbers are written as such, everything else as text
     */
    void complete(int pid, int tid, String name, String category, long micros, long duration, Map<String, ?> arguments) {
        begin(name, "X", pid, tid);
        json.writeStringProperty("cat", category);
        json.writeNumberProperty("ts", micros);
        json.writeNumberProperty("dur", duration);
        json.writeObjectPropertyStart("args");
        arguments.forEach(this::argument);
        end();
    }

    private void argument(String name, Object value) {
        switch (value) {
            case Integer number -> json.writeNumberProperty(name, number);
            case Long number -> json.writeNumberProperty(name, number);
            default -> json.writeStringProperty(name, value.toString());
        }
    }

    /**
     * Writes the values that a counter of a process has from a time on.
     *
     * @param micros the time, in microseconds
     * @param series value of each series, by name; rounded to four decimals
     */
    void counter(int pid, String name, long micros, Map<String, Double> series) {
        begin(name, "C", pid, pid);
        json.writeNumberProperty("ts", micros);
        json.writeObjectPropertyStart("args");
        series.forEach((one, value) -> json.writeNumberProperty(one, Math.rint(value * 1e4) / 1e4));
        end();
    }

    private void begin(String name, String phase, int pid, int tid) {
        json.writeRaw('\n');
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("ph", phase);
        json.writeNumberProperty("pid", pid);
        json.writeNumberProperty("tid", tid);
    }

    /** Ends the object of arguments and the object of the event. */
    private void end() {
        json.writeEndObject();
        json.writeEndObject();
    }

    /**
     * Returns the text of the whole file; no event can be written any more.
     *
     * @param about facts about the trace, by name
     */
    String text(Map<String, String> about) {
        json.writeEndArray();
        json.writeObjectPropertyStart("otherData");
        about.forEach(json::writeStringProperty);
        json.writeEndObject();
        json.writeEndObject();
        json.close();
        return text + "\n";
    }

    @Override
    public void close() {
        json.close();
    }
}
