package hplhetero.comm.select;

import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The selections of one communicator, by collective and size class. A selection is made at the first call of its kind, which prices
 * all algorithms; afterwards to find it is a look into an array. All ranks of the communicator hold one made of the same arguments.
 * One thread.
 */
public final class Selector {
    private final String communicator;
    private final Catalogue catalogue;
    private final Predictor predictor;
    private final SelectionRules rules;
    private final Map<Collective, String> fixed;
    private final Choices known;
    private final Map<Collective, List<Algorithm>> algorithms = new EnumMap<>(Collective.class);
    private final Selection[][] selections = new Selection[Collective.values().length][SizeClass.COUNT];

    /** Which algorithms there are for a communicator: in a fixed order, the same on all ranks. */
    @FunctionalInterface
    public interface Catalogue {
        List<? extends Algorithm> of(Collective collective);
    }

    /**
     * @param communicator the name of it in {@link ChoiceKey}
     * @param catalogue    of algorithms that take its number of ranks
     * @param fixed        labels to take whatever is predicted or seen
     * @param known        of earlier runs on the same placement
     */
    public Selector(String communicator, Catalogue catalogue, Predictor predictor, SelectionRules rules, Map<Collective, String> fixed,
            Choices known) {
        this.communicator = Objects.requireNonNull(communicator, "communicator");
        this.catalogue = Objects.requireNonNull(catalogue, "catalogue");
        this.predictor = Objects.requireNonNull(predictor, "predictor");
        this.rules = Objects.requireNonNull(rules, "rules");
        this.fixed = Map.copyOf(fixed);
        this.known = Objects.requireNonNull(known, "known");
        this.fixed.forEach((collective, label) -> indexOf(label, algorithms(collective), collective));
    }

    /** Those that a collective may be done by; a selection's candidates in their order. */
    public List<Algorithm> algorithms(Collective collective) {
        return algorithms.computeIfAbsent(collective, each -> List.copyOf(catalogue.of(each)));
    }

    /**
     * The course of a collective's choice.
     *
     * @param bytes as the collective means them
     * @param root  of the first call, for which algorithms are priced
     */
    public Selection selection(Collective collective, long bytes, int root) {
        int sizeClass = SizeClass.of(bytes);
        Selection selection = selections[collective.ordinal()][sizeClass];
        return selection != null ? selection : make(collective, sizeClass, bytes, root);
    }

    private Selection make(Collective collective, int sizeClass, long bytes, int root) {
        List<Algorithm> catalogued = algorithms(collective);
        List<Candidate> candidates = catalogued.stream()
                .map(algorithm -> new Candidate(algorithm.label(), predictor.seconds(algorithm, bytes, root))).toList();
        Selection selection;
        Optional<Choice> earlier = known.of(new ChoiceKey(collective, communicator, sizeClass));
        if (fixed.containsKey(collective)) {
            selection = Selection.fixed(candidates, indexOf(fixed.get(collective), catalogued, collective));
        } else if (earlier.isPresent() && earlier.get().state() != Choice.State.LEARNING) {
            int chosen = indexOf(earlier.get().algorithm(), catalogued, collective);
            selection = earlier.get().state() == Choice.State.FIXED ? Selection.fixed(candidates, chosen)
                    : Selection.known(candidates, rules, chosen, earlier.get().seen());
        } else {
            selection = Selection.of(candidates, rules);
        }
        selections[collective.ordinal()][sizeClass] = selection;
        return selection;
    }

    private static int indexOf(String label, List<Algorithm> all, Collective collective) {
        return IntStream.range(0, all.size()).filter(i -> all.get(i).label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(collective.label() + "=" + label + ": no algorithm here, choose among "
                        + all.stream().map(Algorithm::label).toList()));
    }

    /** What stands now, of every kind of call that there was. */
    public List<Choice> choices() {
        List<Choice> choices = new ArrayList<>();
        for (Collective collective : Collective.values()) {
            for (int sizeClass = 0; sizeClass < SizeClass.COUNT; sizeClass++) {
                Selection selection = selections[collective.ordinal()][sizeClass];
                if (selection != null) {
                    choices.add(selection.choice(new ChoiceKey(collective, communicator, sizeClass)));
                }
            }
        }
        return choices;
    }
}
