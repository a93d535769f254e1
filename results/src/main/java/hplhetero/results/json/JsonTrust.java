package hplhetero.results.json;

import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.result.StepTests;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads the tests of a factorization while it ran. */
final class JsonTrust {
    private static final JsonWords<VerifySteps> STEPS = JsonWords.byName(VerifySteps.class);
    private static final JsonWords<StepFinding.Kind> KINDS = JsonWords.byName(StepFinding.Kind.class);

    private JsonTrust() {
    }

    /** Adds the field {@code stepTests} to the object of a test: null where nothing was tested or emulated. */
    static void write(StepTests tests, ObjectNode test) {
        if (tests.steps() == VerifySteps.NO && tests.emulated().isEmpty()) {
            test.putNull("stepTests");
            return;
        }
        ObjectNode node = test.putObject("stepTests").put("steps", STEPS.of(tests.steps())).put("comparisons", tests.comparisons())
                .put("panels", tests.panels());
        ArrayNode emulated = node.putArray("emulatedBitflips");
        tests.emulated().forEach(emulated::add);
        ArrayNode findings = node.putArray("findings");
        tests.findings().forEach(finding -> write(finding, findings.addObject()));
    }

    private static void write(StepFinding finding, ObjectNode node) {
        node.put("kind", KINDS.of(finding.kind())).put("at", finding.at().toString()).put("sincePanel", finding.since())
                .put("upToPanel", finding.upTo()).put("rank", finding.rank()).put("host", finding.host());
        node.put("row", finding.row() < 0 ? null : Integer.valueOf(finding.row()));
        node.put("column", finding.column() < 0 ? null : Integer.valueOf(finding.column()));
        JsonTree.number(node, "size", finding.size());
        JsonTree.number(node, "tolerance", finding.tolerance());
        node.put("corrected", finding.corrected());
    }

    /** Returns the tests from the object of a test; none for files that were written before this field existed. */
    static StepTests read(JsonValue test) {
        return test.added("stepTests").map(tests -> new StepTests(tests.at("steps").word(STEPS), tests.at("comparisons").count(),
                tests.at("panels").count(), tests.at("findings").list(JsonTrust::finding),
                tests.at("emulatedBitflips").list(JsonValue::text))).orElse(StepTests.NONE);
    }

    private static StepFinding finding(JsonValue finding) {
        return new StepFinding(finding.at("kind").word(KINDS), finding.at("at").time(), finding.at("sincePanel").count(),
                finding.at("upToPanel").count(), finding.at("rank").count(), finding.at("host").text(),
                finding.optional("row").map(JsonValue::count).orElse(-1), finding.optional("column").map(JsonValue::count).orElse(-1),
                finding.at("size").number(), finding.at("tolerance").number(), finding.at("corrected").count());
    }
}
