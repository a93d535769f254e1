package hplhetero.run.net.study;

import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.select.AgreedTime;
import hplhetero.comm.select.CallSequence;
import hplhetero.comm.select.Candidate;
import hplhetero.comm.select.Predictor;
import hplhetero.comm.select.Selection;
import hplhetero.comm.select.SelectionRules;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.simulate.Simulation;
import hplhetero.network.simulate.Simulator;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A study of random placements, each with messages of a random size: what the selector drops, takes, and loses by learning. Equal seeds
 * give equal numbers.
 *
 * @param model   what priced the algorithms
 * @param measure what counts as the time of a call
 * @param trials  the trials, one for each placement
 */
record Study(String model, Measure measure, List<Trial> trials) {
    private static final double MOST_LOST = 1.05;
    private static final long SEED_STEP = 1_000_003;
    private static final int LEAST_BYTES_LOG2 = 6;
    private static final int MOST_BYTES_LOG2 = 20;

    /**
     * The trial of one placement. Each ratio is of times.
     *
     * @param what         description for people: placement, bytes, and what was taken
     * @param dropped      the best algorithm that was kept, divided by the best that was dropped: above 1 a faster one was dropped
     * @param steady       the algorithm taken in the end, divided by the best
     * @param withLearning all calls, learning included, divided by as many calls of the best
     * @param kept         number of algorithms that were kept
     */
    record Trial(String what, double dropped, double steady, double withLearning, int kept) {
    }

    /** The measure of the time of a call. The selector itself goes by {@link AgreedTime}. */
    enum Measure {
        /** The mean over ranks of the time until a rank is done. */
        MEAN("mean over ranks", Simulation::meanSeconds),
        /** The time until the last rank is done. */
        LAST("last rank", Simulation::seconds);

        private final String words;
        private final ToDoubleFunction<Simulation> seconds;

        /**
         * Makes a measure of times.
         *
         * @param words   what is measured, for people
         * @param seconds returns the time of a call in a simulation, in seconds
         */
        Measure(String words, ToDoubleFunction<Simulation> seconds) {
            this.words = words;
            this.seconds = seconds;
        }

        /** Returns what is measured, for people. */
        String words() {
            return words;
        }

        /**
         * Returns the time of a call by this measure, in seconds.
         *
         * @param run the simulation of the call
         */
        double of(Simulation run) {
            return seconds.applyAsDouble(run);
        }
    }

    /** A way of pricing algorithms before they are tried. */
    interface Pricing {
        /** Returns the predictor that prices algorithms for ranks on this placement. */
        Predictor of(Placement placement);
    }

    /** The question put to each placement: a collective, the number of calls, the cost of messages and the rules of selection. */
    record Request(Collective collective, int calls, NetworkCost cost, SelectionRules rules) {

        /**
         * Returns two times for each of these simulated algorithms: how long a call takes until its last rank is done, and the time of a
         * call on which the ranks agree.
         *
         * @param runs one simulation for each algorithm
         */
        CallSequence.Times times(List<Simulation> runs) {
            AgreedTime agreed = AgreedTime.of(collective);
            return CallSequence.Times.steady(runs.stream().mapToDouble(Simulation::seconds).toArray(),
                    runs.stream().mapToDouble(run -> agreed.of(run.meanSeconds(), run.seconds())).toArray());
        }
    }

    /**
     * Returns a study for each way of pricing and each measure.
     *
     * @param request    what is asked of each placement
     * @param placements numbers of the placements, from 0; each number stands for one placement by the seed
     * @param seed       seed of the placements
     * @param pricings   ways of pricing, by name
     * @param done       is told how many placements are done, from several threads
     */
    static List<Study> of(Request request, List<Integer> placements, long seed, Map<String, Pricing> pricings, LongConsumer done) {
        AtomicLong count = new AtomicLong();
        List<List<Trial>> trials = placements.parallelStream().map(i -> {
            List<Trial> made = trials(request, new Random(seed * SEED_STEP + i), pricings);
            done.accept(count.incrementAndGet());
            return made;
        }).toList();
        List<Study> studies = new ArrayList<>();
        for (String model : pricings.keySet()) {
            for (Measure measure : Measure.values()) {
                int number = studies.size();
                studies.add(new Study(model, measure, trials.stream().map(each -> each.get(number)).toList()));
            }
        }
        return studies;
    }

    private static List<Trial> trials(Request request, Random random, Map<String, Pricing> pricings) {
        Placement placement = new RandomPlacements(random).next();
        int ranks = placement.ranks();
        long bytes = Math.round(Math.pow(2, LEAST_BYTES_LOG2 + random.nextDouble() * (MOST_BYTES_LOG2 - LEAST_BYTES_LOG2)));
        int root = random.nextInt(ranks);
        List<Algorithm> algorithms = Algorithms.of(request.collective, placement).stream().filter(each -> each.takes(ranks)).toList();
        Simulator simulator = new Simulator(placement, request.cost);
        List<Simulation> runs = algorithms.stream().map(each -> simulator.run(each.traffic(ranks, bytes, root))).toList();
        List<Trial> trials = new ArrayList<>();
        for (Pricing pricing : pricings.values()) {
            Predictor predictor = pricing.of(placement);
            Selection selection = Selection.of(algorithms.stream()
                    .map(each -> new Candidate(each.label(), predictor.seconds(each, bytes, root))).toList(), request.rules);
            boolean[] kept = new boolean[runs.size()];
            for (int i = 0; i < kept.length; i++) {
                kept[i] = selection.keeps(i);
            }
            CallSequence sequence = CallSequence.of(selection, request.calls, request.times(runs));
            for (Measure measure : Measure.values()) {
                double[] seconds = runs.stream().mapToDouble(measure::of).toArray();
                String what = String.format(Locale.ROOT, "%s, %d bytes, %s taken, %s best", placement, bytes,
                        algorithms.get(sequence.last()).label(), algorithms.get(fastest(seconds, each -> true)).label());
                trials.add(trial(what, seconds, kept, sequence));
            }
        }
        return trials;
    }

    private static Trial trial(String what, double[] seconds, boolean[] kept, CallSequence sequence) {
        double best = seconds[fastest(seconds, each -> true)];
        double bestDropped = IntStream.range(0, seconds.length).filter(i -> !kept[i]).mapToDouble(i -> seconds[i]).min()
                .orElse(Double.POSITIVE_INFINITY);
        double calls = sequence.calls().stream().mapToDouble(call -> seconds[call.candidate()]).sum();
        return new Trial(what, seconds[fastest(seconds, i -> kept[i])] / bestDropped, seconds[sequence.last()] / best,
                calls / (sequence.calls().size() * best), (int) IntStream.range(0, kept.length).filter(i -> kept[i]).count());
    }

    private static int fastest(double[] seconds, IntPredicate of) {
        return IntStream.range(0, seconds.length).filter(of).boxed().min(Comparator.comparingDouble(i -> seconds[i])).orElseThrow();
    }

    /** Returns the trial in which the best algorithm kept is slowest compared with what was dropped. */
    Trial worstDrop() {
        return trials.stream().max(Comparator.comparingDouble(Trial::dropped)).orElseThrow();
    }

    /** Returns the number of placements in which the selector dropped an algorithm more than 5 % faster than the best that it kept. */
    long badDrops() {
        return trials.stream().filter(trial -> trial.dropped > MOST_LOST).count();
    }

    /** Returns the trial in which the algorithm taken in the end is slowest compared with the best one. */
    Trial worstSteady() {
        return trials.stream().max(Comparator.comparingDouble(Trial::steady)).orElseThrow();
    }

    /** Returns the trial in which all calls, learning included, are slowest compared with as many calls of the best algorithm. */
    Trial worstWithLearning() {
        return trials.stream().max(Comparator.comparingDouble(Trial::withLearning)).orElseThrow();
    }

    /** Returns the mean over trials of the time of the algorithm taken in the end divided by that of the best one. */
    double meanSteady() {
        return trials.stream().mapToDouble(Trial::steady).average().orElseThrow();
    }

    /** Returns the mean over trials of the time of all calls, learning included, divided by that of as many calls of the best algorithm. */
    double meanWithLearning() {
        return trials.stream().mapToDouble(Trial::withLearning).average().orElseThrow();
    }

    /** Returns the mean over trials of the number of algorithms that were kept, and so tried. */
    double meanKept() {
        return trials.stream().mapToInt(Trial::kept).average().orElseThrow();
    }
}
