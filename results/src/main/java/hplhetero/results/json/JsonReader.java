package hplhetero.results.json;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.results.Balance;
import hplhetero.results.HostTrait;
import hplhetero.results.HostTraits;
import hplhetero.results.IdlePower;
import hplhetero.results.Provenance;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.RunDescription.Peak;
import hplhetero.results.RunDescription.Provider;
import hplhetero.results.Sweep;
import hplhetero.results.json.JsonValue.Unexpected;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what {@link JsonReport} wrote. Values that follow from other fields, such as GFLOPS, are computed anew. Fields that this version
 * does not know are passed over. Writing again what was read gives the same file.
 *
 * <p>A file does not contain NaN and infinity, both of which are read as NaN. It does not contain the cost curves of measured ranks either
 * ({@code CaseResult.cluster}), of which {@link Balance} has the numbers that reports show.
 */
public final class JsonReader {
    private static final JsonMapper MAPPER = JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

    private JsonReader() {
    }

    /**
     * Returns the sweep, the tests of one run with all parameter values, that {@link JsonReport} wrote as JSON. A file written before the
     * run ended has the tests up to then.
     *
     * @param file name of the file, for messages
     * @param text content of the file
     * @throws JsonFormatException if the text is not JSON, or of a schema above {@value JsonTree#SCHEMA}
     */
    public static Sweep read(String file, byte[] text) throws JsonFormatException {
        try {
            return sweep(new JsonValue("", MAPPER.readTree(text), JsonValue.REMEDY));
        } catch (JacksonException notJson) {
            throw new JsonFormatException(file + ": is not JSON (" + notJson.getOriginalMessage() + "): " + JsonValue.REMEDY, notJson);
        } catch (Unexpected found) {
            throw new JsonFormatException(file + ": " + found.getMessage(), found);
        }
    }

    private static Sweep sweep(JsonValue root) {
        checkSchema(root);
        return new Sweep(root.build(JsonReader::run), root.at("parameters").build(JsonReader::parameters),
                root.at("summary").at("asked").count(), root.at("results").list(test -> test.build(JsonTests::read)));
    }

    private static void checkSchema(JsonValue root) {
        int schema = root.at("schema").integer();
        if (schema > JsonTree.SCHEMA) {
            throw root.unexpected("/schema", "is " + schema + ", written by version " + root.at("program").at("version").text()
                    + "; this program reads " + JsonTree.SCHEMA, "read it with that version, or a later one");
        }
        if (schema < 1) {
            throw root.unexpected("/schema", "is " + schema + ", expected 1 to " + JsonTree.SCHEMA, JsonValue.REMEDY);
        }
    }

    private static RunDescription run(JsonValue root) {
        JsonValue run = root.at("run");
        return new RunDescription(root.at("program").at("version").text(), root.at("hosts").list(JsonReader::host),
                run.at("transport").text(), run.at("map").text(),
                root.optional("rpeak").map(peak -> new Peak(peak.at("gflops").number(), peak.at("source").text())),
                run.at("clearedEnvironment").list(JsonValue::text), run.at("notes").list(JsonValue::text),
                run.at("emulatedSlowdown").list(JsonReader::slowdown), run.at("calibrationSeconds").number(),
                new Provenance(text(run, "command"), text(root.at("program"), "commit"), text(run, "job")),
                run.added("idle").map(idle -> new IdlePower(idle.at("watts").number(), idle.at("seconds").number(),
                        idle.at("source").text())));
    }

    /** Returns the text in a field; empty where it is {@code null} or missing, as in files of schema 1. */
    private static String text(JsonValue object, String field) {
        return object.added(field).map(JsonValue::text).orElse("");
    }

    private static Slowdown slowdown(JsonValue rank) {
        return rank.node().isString() ? rank.build(text -> Slowdown.parse(text.text())) : new Slowdown(rank.number());
    }

    private static Host host(JsonValue host) {
        return new Host(host.at("host").text(), host.at("os").text(), host.at("cpu").text(), host.at("microArchitecture").text(),
                host.at("physicalCores").count(), host.at("memoryBytes").bytes(), host.at("java").text(), provider(host.at("blas")),
                host.at("ranks").list(JsonValue::count), host.at("workersPerRank").count(),
                text(host, "binding"), host.added("traits").map(JsonReader::traits).orElse(HostTraits.NONE));
    }

    private static HostTraits traits(JsonValue traits) {
        Map<HostTrait, String> values = new EnumMap<>(HostTrait.class);
        for (HostTrait trait : HostTrait.values()) {
            traits.added(trait.label()).map(value -> JsonTree.COUNTS.contains(trait) ? Integer.toString(value.count()) : value.text())
                    .ifPresent(value -> values.put(trait, value));
        }
        return new HostTraits(values);
    }

    private static Provider provider(JsonValue blas) {
        return new Provider(blas.at("provider").text(), blas.at("description").text(), blas.at("gflopsPerCore").number(),
                blas.at("reason").text());
    }

    private static SweepParameters parameters(JsonValue s) {
        return new SweepParameters(integers(s, "n"), integers(s, "nb"), s.at("pmap").word(JsonWords.MAPPINGS), integers(s, "p"),
                integers(s, "q"), factorizations(s, "pfact"), integers(s, "nbmin"), integers(s, "ndiv"), factorizations(s, "rfact"),
                s.at("bcast").list(word -> word.word(JsonWords.BROADCASTS)), integers(s, "depth"), s.at("swap").word(JsonWords.SWAPS),
                s.at("swapThreshold").integer(), s.at("l1Transposed").bool(), s.at("uTransposed").bool(), s.at("equilibrate").bool(),
                s.at("align").integer(), s.at("threshold").number());
    }

    private static List<Integer> integers(JsonValue parameters, String field) {
        return parameters.at(field).list(JsonValue::integer);
    }

    private static List<Factorization> factorizations(JsonValue parameters, String field) {
        return parameters.at(field).list(word -> word.word(JsonWords.FACTORIZATIONS));
    }
}
