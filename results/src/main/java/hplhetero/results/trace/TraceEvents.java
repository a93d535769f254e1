package hplhetero.results.trace;

import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Chrome's trace format: a JSON object whose {@code traceEvents} are told one a line. Times are whole microseconds: viewers cut what is
 * behind the point off, and two events next to each other would overlap. Source: Trace Event Format, as perfetto.dev reads it
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

    /** What precedes its events. Processes are shown in the order in which they are told. */
    void process(int pid, String name) {
        metadata("process_name", pid, pid);
        json.writeStringProperty("name", name);
        end();
        metadata("process_sort_index", pid, pid);
        json.writeNumberProperty("sort_index", sortIndex++);
        end();
    }

    /** @param tid of no other thread of any process */
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

    /** Something that a thread did; no two of a thread overlap. */
    void complete(int pid, int tid, String name, String category, long micros, long duration, Map<String, Integer> arguments) {
        begin(name, "X", pid, tid);
        json.writeStringProperty("cat", category);
        json.writeNumberProperty("ts", micros);
        json.writeNumberProperty("dur", duration);
        json.writeObjectPropertyStart("args");
        arguments.forEach(json::writeNumberProperty);
        end();
    }

    /** Values of a process from now on. */
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

    /** Of the arguments and of the event. */
    private void end() {
        json.writeEndObject();
        json.writeEndObject();
    }

    /** The whole file; nothing can be added any more. */
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
