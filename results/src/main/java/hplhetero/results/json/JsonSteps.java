package hplhetero.results.json;

import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.result.StepSpan;
import hplhetero.hpl.result.StepTrial;
import hplhetero.hpl.result.StepsDone;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads which broadcasts and row swaps the program chose in a test, and which of them were used. */
final class JsonSteps {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final JsonWords<StepChoices.Free> FREE = JsonWords.byName(StepChoices.Free.class);

    private JsonSteps() {
    }

    /** Returns the object of the choices in a test; null where the program had nothing to choose. */
    static ObjectNode write(StepChoices steps, StepsDone done) {
        if (steps.free() == StepChoices.Free.NOTHING) {
            return null;
        }
        ObjectNode node = JSON.objectNode().put("free", FREE.of(steps.free())).put("origin", steps.origin());
        ArrayNode phases = node.putArray("phases");
        for (StepPhase phase : steps.phases()) {
            ObjectNode one = choice(phase.choice());
            ArrayNode alternatives = one.putArray("alternatives");
            phase.trials().forEach(trial -> alternatives.add(choice(trial)));
            phases.add(one);
        }
        ArrayNode spans = node.putArray("done");
        done.spans().forEach(span -> spans.add(choice(span.choice()).put("first", span.first()).put("last", span.last())));
        ArrayNode trials = node.putArray("trials");
        done.trials().forEach(trial -> trials.add(choice(trial.tried()).put("first", trial.first()).put("panels", trial.panels())
                .put("waiting", trial.waiting()).put("difference", trial.difference()).put("needed", trial.needed())
                .put("taken", trial.taken())
                .set("against", choice(trial.against()))));
        return node;
    }

    private static ObjectNode choice(StepChoice choice) {
        return JSON.objectNode().put("bcast", JsonWords.BROADCASTS.of(choice.broadcast())).put("swap", JsonWords.SWAPS.of(choice.swap()));
    }

    /**
     * Returns the choices that an object holds; {@link StepChoices#FIXED} where there is no object.
     *
     * @param steps object of the choices in a test, as {@link #write} writes it
     */
    static StepChoices choices(Optional<JsonValue> steps) {
        return steps.map(s -> new StepChoices(s.at("free").word(FREE), s.at("phases").list(phase -> new StepPhase(choice(phase),
                phase.at("alternatives").list(JsonSteps::choice))), s.at("origin").text())).orElse(StepChoices.FIXED);
    }

    /**
     * Returns what panel steps really took, as an object says it; {@link StepsDone#NONE} where there is no object.
     *
     * @param steps object of the choices in a test, as {@link #write} writes it
     */
    static StepsDone done(Optional<JsonValue> steps) {
        return steps.map(s -> new StepsDone(s.at("done").list(JsonSteps::span), s.at("trials").list(JsonSteps::trial)))
                .orElse(StepsDone.NONE);
    }

    private static StepSpan span(JsonValue span) {
        return new StepSpan(span.at("first").count(), span.at("last").count(), choice(span));
    }

    private static StepTrial trial(JsonValue trial) {
        return new StepTrial(trial.at("first").count(), trial.at("panels").count(), choice(trial), choice(trial.at("against")),
                trial.at("waiting").number(), trial.at("difference").number(),
                trial.added("needed").map(JsonValue::number).orElse(Double.NaN), trial.at("taken").bool());
    }

    private static StepChoice choice(JsonValue choice) {
        return new StepChoice(choice.at("bcast").word(JsonWords.BROADCASTS), choice.at("swap").word(JsonWords.SWAPS));
    }
}
