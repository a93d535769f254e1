package hplhetero.results.json;

import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.predict.MachinePrediction;
import hplhetero.results.format.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes what a described machine would reach, as JSON; docs/predict.md names the fields. */
public final class JsonPrediction {
    private JsonPrediction() {
    }

    /**
     * Writes a prediction to a file as JSON, in one piece.
     *
     * @param file    the file, written as {@link WholeFile#write} writes
     * @param machine the prediction
     * @param assumed what the prediction takes for granted, in sentences
     */
    public static void write(Path file, MachinePrediction machine, List<String> assumed) throws IOException {
        WholeFile.write(file, new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(tree(machine, assumed)) + "\n");
    }

    private static ObjectNode tree(MachinePrediction machine, List<String> assumed) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", JsonTree.SCHEMA).put("origin", machine.cluster().origin()).put("ranks", machine.cluster().size());
        if (machine.lostShares().peakKnown()) {
            root.put("peakGflops", machine.lostShares().peakGflops());
        } else {
            root.putNull("peakGflops");
        }
        root.put("updateGflops", machine.lostShares().updateGflops());
        root.set("plan", plan(machine));
        root.put("seconds", machine.plan().prediction().seconds()).put("gflops", machine.gflops())
                .put("reached", machine.lostShares().reached());
        ObjectNode lost = root.putObject("lost");
        machine.lostShares().shares().forEach((cause, share) -> lost.put(cause.label(), share));
        ArrayNode changed = root.putArray("changed");
        machine.whatIfs().forEach(each -> changed.addObject().put("change", each.change()).put("n", each.n())
                .put("seconds", each.seconds()).put("gflops", each.gflops()));
        ArrayNode notes = root.putArray("notes");
        machine.notes().forEach(notes::add);
        ArrayNode taken = root.putArray("assumed");
        assumed.forEach(taken::add);
        return root;
    }

    private static ObjectNode plan(MachinePrediction machine) {
        Plan plan = machine.plan();
        return JsonNodeFactory.instance.objectNode().put("n", plan.n()).put("nb", plan.nb()).put("p", plan.p()).put("q", plan.q())
                .put("map", plan.kind()).put("order", machine.order()).put("ranks", plan.map().ranks().size())
                .put("depth", machine.variant().depth())
                .put("bcast", JsonWords.BROADCASTS.of(machine.variant().broadcast()))
                .put("swap", JsonWords.SWAPS.of(machine.variant().swap()));
    }
}
