package hplhetero.results.history;

import hplhetero.hpl.result.CheckStatus;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a test as a line of JSON, as the history keeps it (docs/history.md), and reads such lines. */
public final class HistoryLines {
    static final int SCHEMA = 1;
    /** The name of the field with the rates of hosts, which lines of tests without such rates, and older lines, do not have. */
    private static final String HOST_GFLOPS = "hostGflops";
    private static final JsonMapper MAPPER = new JsonMapper();

    private HistoryLines() {
    }

    /** Returns the line of the history for a test, without a line end. */
    static String line(KeptTest test) {
        return MAPPER.writeValueAsString(tree(test));
    }

    /** Returns the fields of the line that the history has for a test, as a JSON object. */
    public static ObjectNode tree(KeptTest test) {
        HistoryEntry e = test.entry();
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("schema", SCHEMA).put("run", test.run()).put("test", test.test())
                .put("start", e.start().toString()).put("program", e.program()).put("machine", e.machine()).put("cpu", e.cpu())
                .put("ranks", e.ranks()).put("variant", e.variant()).put("n", e.n()).put("nb", e.nb()).put("p", e.p()).put("q", e.q());
        number(node, "seconds", e.seconds());
        number(node, "gflops", e.gflops());
        number(node, "rpeakShare", e.rpeakShare());
        number(node, "joules", e.joules());
        node.put("status", word(e.status()));
        ObjectNode environment = node.putObject("environment");
        test.environment().facts().forEach(environment::put);
        if (!test.rates().gflops().isEmpty()) {
            ObjectNode hosts = node.putObject(HOST_GFLOPS);
            test.rates().gflops().forEach(hosts::put);
        }
        return node;
    }

    /** Sets a number field; NaN and infinity, which JSON does not have, become null. */
    private static void number(ObjectNode node, String field, double value) {
        if (Double.isFinite(value)) {
            node.put(field, value);
        } else {
            node.putNull(field);
        }
    }

    /** Returns the word that stands for a test's outcome in files, such as {@code passed}. */
    public static String word(CheckStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the test that a line of the history holds; empty where the line is broken or was written by a later version. */
    static Optional<KeptTest> read(String line) {
        try {
            JsonNode node = MAPPER.readTree(line);
            return node.path("schema").asInt(0) == SCHEMA ? Optional.of(test(node)) : Optional.empty();
        } catch (JacksonException | DateTimeException | IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    private static KeptTest test(JsonNode node) {
        SequencedMap<String, String> facts = new LinkedHashMap<>();
        JsonNode environment = node.required("environment");
        if (!environment.isObject()) {
            throw new IllegalArgumentException("environment: must be an object");
        }
        environment.properties().forEach(fact -> facts.put(fact.getKey(), fact.getValue().asString()));
        HistoryEntry entry = new HistoryEntry(Instant.parse(text(node, "start")), text(node, "program"), text(node, "machine"),
                text(node, "cpu"), integer(node, "ranks"), text(node, "variant"), integer(node, "n"), integer(node, "nb"),
                integer(node, "p"), integer(node, "q"), real(node, "seconds"), real(node, "gflops"), real(node, "rpeakShare"),
                real(node, "joules"), CheckStatus.valueOf(text(node, "status").toUpperCase(Locale.ROOT)));
        SequencedMap<String, Double> hosts = new LinkedHashMap<>();
        node.path(HOST_GFLOPS).properties().forEach(host -> hosts.put(host.getKey(), host.getValue().doubleValue()));
        return new KeptTest(text(node, "run"), integer(node, "test"), entry, new Environment(facts), new HostRates(hosts));
    }

    private static String text(JsonNode node, String field) {
        return node.required(field).stringValue();
    }

    private static int integer(JsonNode node, String field) {
        return node.required(field).intValue();
    }

    private static double real(JsonNode node, String field) {
        JsonNode value = node.required(field);
        return value.isNull() ? Double.NaN : value.doubleValue();
    }
}
