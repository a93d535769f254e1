package hplhetero.run.net.bench;

import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.select.Choices;
import hplhetero.comm.select.Predictor;
import hplhetero.comm.select.SelectionRules;
import hplhetero.comm.select.Selector;
import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.input.text.InputException;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import hplhetero.results.text.LinksText;
import hplhetero.run.option.CostOptions;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is to be benchmarked.
 *
 * @param collectives the collectives, each of all sizes
 * @param bytes       sizes in bytes, as the collectives mean them
 * @param calls       number of calls of each algorithm, and of the selector
 * @param costs       what messages cost, for pricing
 * @param model       how algorithms are priced
 * @param rules       rules of the selection
 * @param limited     whether the user has given the limit above which algorithms are not tried
 * @param fixed       algorithms that the selector is to take whatever it sees, by collective
 * @param known       what earlier runs have learnt
 */
record BenchRequest(List<Collective> collectives, List<Long> bytes, int calls, Costs costs, Model model, SelectionRules rules,
           boolean limited, Map<Collective, String> fixed, Choices known) implements Serializable {
    /** Factor of the best prediction up to which algorithms are tried where predictions are unsure. */
    static final double UNSURE_KEEP_WITHIN = 4;

    /**
     * What messages cost.
     *
     * @param cost    the cost of messages
     * @param words   the cost in words, for people
     * @param assumed whether nobody has measured or given any of it
     */
    record Costs(NetworkCost cost, String words, boolean assumed) implements Serializable {
    }

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

    /** Returns whether links are to be probed before algorithms are priced, because the costs are those of no machine in particular. */
    boolean probes(int ranks) {
        return costs.assumed && model != Model.NONE && ranks > 1;
    }

    /**
     * Returns this request with the costs that a brief probe has found. Where these are unsure and the user has given no limit, more
     * algorithms are tried.
     *
     * @param links     what was found between the ranks of {@code placement}
     * @param placement where the ranks sit
     */
    BenchRequest with(BriefLinks links, Placement placement) {
        List<String> names = IntStream.range(0, placement.ranks()).mapToObj(rank -> placement.fabric().nodeName(placement.nodeOf(rank)))
                .toList();
        ClusterNetwork network = ClusterNetwork.of(names, new Network(links.links(), nodes(placement),
                Collections.nCopies(placement.ranks(), 0)), "probed");
        boolean wide = !links.sure() && !limited;
        Costs found = new Costs(new CostOptions().cost(Optional.of(network)), "probed briefly: " + LinksText.of(links)
                + (wide ? String.format(Locale.ROOT, ": algorithms are tried up to %.0f x the best predicted", UNSURE_KEEP_WITHIN) : ""),
                false);
        return new BenchRequest(collectives, bytes, calls, found, model, wide ? rules.keepingWithin(UNSURE_KEEP_WITHIN) : rules, limited,
                fixed, known);
    }

    /** Returns the number of each rank's node, indexed by rank: 0, 1, ... in the order in which nodes appear. */
    static List<Integer> nodes(Placement placement) {
        List<Integer> nodes = IntStream.range(0, placement.ranks()).map(placement::nodeOf).boxed().toList();
        List<Integer> distinct = nodes.stream().distinct().toList();
        return nodes.stream().map(distinct::indexOf).toList();
    }

    /** Returns what prices algorithms for ranks on this placement, before they are tried, by {@link #model}. */
    Predictor predictor(Placement placement) {
        return switch (model) {
            case EXACT -> Predictor.exact(placement, costs.cost);
            case PAPERS -> Predictor.ofPapers(placement, costs.cost);
            case PLAIN -> Predictor.withoutTopology(placement.ranks(), costs.cost);
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
