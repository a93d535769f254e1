package hplhetero.run.net.bench;

import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.select.Choices;
import hplhetero.comm.select.Predictor;
import hplhetero.comm.select.SelectionRules;
import hplhetero.comm.select.Selector;
import hplhetero.input.text.InputException;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What is to be benchmarked.
 *
 * @param collectives the collectives, each of all sizes
 * @param bytes       sizes in bytes, as the collectives mean them
 * @param calls       number of calls of each algorithm, and of the selector
 * @param cost        cost of messages, for pricing
 * @param model       how algorithms are priced
 * @param rules       rules of the selection
 * @param fixed       algorithms that the selector is to take whatever it sees, by collective
 * @param known       what earlier runs have learnt
 */
record BenchRequest(List<Collective> collectives, List<Long> bytes, int calls, NetworkCost cost, Model model, SelectionRules rules,
           Map<Collective, String> fixed, Choices known) implements Serializable {

    /** The way in which algorithms are priced before they are tried. */
    enum Model {
        /** Prices by the most loaded link of each stage. */
        EXACT,
        /** Prices by the papers' formulas, which exist for alltoall only. */
        PAPERS,
        /** Prices by the papers' table without topology. */
        PLAIN,
        /** Prices nothing, so that all algorithms are tried. */
        NONE
    }

    /** Returns what prices algorithms for ranks on this placement, before they are tried, by {@link #model}. */
    Predictor predictor(Placement placement) {
        return switch (model) {
            case EXACT -> Predictor.exact(placement, cost);
            case PAPERS -> Predictor.ofPapers(placement, cost);
            case PLAIN -> Predictor.withoutTopology(placement.ranks(), cost);
            case NONE -> Predictor.NONE;
        };
    }

    /** Returns the algorithms of a collective that ranks on this placement can use. */
    static List<Algorithm> algorithms(Collective collective, Placement placement) {
        return Algorithms.of(collective, placement).stream().filter(algorithm -> algorithm.takes(placement.ranks())).toList();
    }

    /**
     * Returns a selector for ranks on this placement.
     *
     * @throws InputException when what is known was learnt elsewhere, or an algorithm does not exist
     */
    Selector selector(Placement placement) {
        if (!known.place().isEmpty() && !known.place().equals(Choices.place(placement))) {
            throw new InputException("option --choices: learnt at place " + known.place() + ", but " + placement + " is place "
                    + Choices.place(placement) + ", another network or other nodes: learn anew, or drop the line `place` of the file");
        }
        fixed.forEach((collective, label) -> requireAlgorithm(collective, label, placement));
        return new Selector("world", collective -> algorithms(collective, placement), predictor(placement), rules, fixed, known);
    }

    private static void requireAlgorithm(Collective collective, String label, Placement placement) {
        List<String> labels = algorithms(collective, placement).stream().map(Algorithm::label).toList();
        if (!labels.contains(label)) {
            throw InputException.unknownWord("option --collective: expected " + collective.label() + "=one of " + String.join(", ", labels)
                    + " for " + placement + ", found `" + label + "`: give one of these", label, labels);
        }
    }
}
