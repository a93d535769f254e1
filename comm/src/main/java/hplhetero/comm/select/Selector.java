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
 * The selections of one communicator, by collective and size class. A selection is made at the first call of its kind, which prices all
 * algorithms; afterwards it is found by a look into an array. All ranks of the communicator hold a selector made of the same arguments.
 * Owner: one thread.
 */
public final class Selector {
    private final String communicator;
    private final Catalogue catalogue;
    private final Predictor predictor;
    private final SelectionRules rules;
    /** The label of the algorithm that the user asked for, for some collectives. */
    private final Map<Collective, String> fixed;
    /** The choices of earlier runs on the same placement. */
    private final Choices known;
    private final Map<Collective, List<Algorithm>> algorithms = new EnumMap<>(Collective.class);
    /** The selections that were made so far, indexed by collective and size class; null: there was no such call yet. */
    private final Selection[][] selections = new Selection[Collective.values().length][SizeClass.COUNT];

    /** The algorithms that a communicator has for each collective: in a fixed order, the same on all ranks. */
    @FunctionalInterface
    public interface Catalogue {
        /** Returns the algorithms of a collective. */
        List<? extends Algorithm> of(Collective collective);
    }

    /**
     * Makes the selector of a communicator.
     *
     * @param communicator the communicator's name in {@link ChoiceKey}
     * @param catalogue    the algorithms that work with the communicator's number of ranks
     * @param predictor    predicts how long each algorithm takes
     * @param rules        when to drop, try and watch algorithms
     * @param fixed        the labels of algorithms to take whatever is predicted or seen, for some collectives
     * @param known        the choices of earlier runs on the same placement
     * @throws IllegalArgumentException when {@code fixed} has a label that the catalogue does not have
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

    /** Returns the algorithms by which a collective may be done, in the order of a selection's candidates. */
    public List<Algorithm> algorithms(Collective collective) {
        return algorithms.computeIfAbsent(collective, each -> List.copyOf(catalogue.of(each)));
    }

    /**
     * Returns the selection for calls of this collective whose size lies between the same powers of two. It is made at the first such call,
     * which also predicts how long each algorithm takes.
     *
     * @param collective the collective
     * @param bytes      the size of the call in bytes: of the whole buffer for broadcast and allreduce, of one rank's piece for alltoall
     *                   and allgather
     * @param root       the root of the call; algorithms are predicted for that of the first call; any rank where the collective has no
     *                   root
     */
    public Selection selection(Collective collective, long bytes, int root) {
        int sizeClass = SizeClass.of(bytes);
        Selection selection = selections[collective.ordinal()][sizeClass];
        return selection != null ? selection : make(collective, sizeClass, bytes, root);
    }

    /**
     * Makes the selection for a kind of call: fixed where the user asked for an algorithm, known where an earlier run has learnt, else new.
     */
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

    /** Returns the index of the algorithm with this label. @throws IllegalArgumentException when there is none */
    private static int indexOf(String label, List<Algorithm> all, Collective collective) {
        return IntStream.range(0, all.size()).filter(i -> all.get(i).label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(collective.label() + "=" + label + " is no algorithm here: choose among "
                        + all.stream().map(Algorithm::label).toList()));
    }

    /**
     * Returns the choices that hold now, for each collective and size class of which a call was made; empty before the first call. A size
     * class has the calls of 2^(n-1) to 2^n - 1 bytes. Ordered by collective, then by size, the smallest first.
     */
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
