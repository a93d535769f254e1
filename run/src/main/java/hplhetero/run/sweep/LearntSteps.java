package hplhetero.run.sweep;

import hplhetero.blas.select.MachineCache;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.result.StepSpan;
import hplhetero.hpl.result.StepTrial;
import hplhetero.hpl.result.StepsDone;
import hplhetero.input.text.Words;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What earlier runs have learnt of broadcasts and row swaps: for each phase of a run the choice taken, and the choices tried and refused.
 * Kept in the user's cache folder, one file for each set of settings.
 *
 * @param when   the time at which the choices were learnt
 * @param taken  the choice taken in each phase, by phase
 * @param refused the choices tried and refused in each phase, by phase; the one tried last comes last
 */
record LearntSteps(Instant when, List<StepChoice> taken, List<List<StepChoice>> refused) {
    private static final String WHEN = "learnt";
    private static final String TAKEN = "phase.";
    private static final String REFUSED = "refused.";
    private static final String NONE = "";

    /**
     * Returns what earlier runs have learnt with exactly these settings; empty where there is nothing, or the file cannot be read.
     *
     * @param folder   the cache folder
     * @param settings what the choices depend on, by name
     * @param warning  is told of a file that cannot be read
     */
    static Optional<LearntSteps> find(Path folder, Map<String, String> settings, Consumer<String> warning) {
        return cache(folder, settings).load(key(settings)).flatMap(values -> {
            Optional<LearntSteps> read = read(values);
            if (read.isEmpty()) {
                warning.accept("what earlier runs have learnt of broadcasts and row swaps cannot be read, and is not used");
            }
            return read;
        });
    }

    /**
     * Writes what was learnt to the user's cache, so that {@link #find} with equal settings returns it.
     *
     * @param folder   the cache folder
     * @param settings what the choices depend on, by name
     */
    void keep(Path folder, Map<String, String> settings) {
        Properties values = new Properties();
        values.setProperty(WHEN, when.toString());
        for (int phase = 0; phase < taken.size(); phase++) {
            values.setProperty(TAKEN + phase, word(taken.get(phase)));
            values.setProperty(REFUSED + phase, refused.get(phase).stream().map(LearntSteps::word).collect(Collectors.joining(",")));
        }
        cache(folder, settings).store(key(settings), values);
    }

    private static MachineCache cache(Path folder, Map<String, String> settings) {
        return new MachineCache(folder, "steps", new TreeMap<>(settings).toString());
    }

    private static Map<String, String> key(Map<String, String> settings) {
        Map<String, String> key = new TreeMap<>(MachineCache.key(HplSolver.class));
        key.putAll(settings);
        return key;
    }

    private static String word(StepChoice choice) {
        return Words.BROADCASTS.nameOf(choice.broadcast()) + "/" + Words.SWAPS.nameOf(choice.swap());
    }

    private static Optional<LearntSteps> read(Properties values) {
        try {
            List<StepChoice> taken = new ArrayList<>();
            List<List<StepChoice>> refused = new ArrayList<>();
            for (int phase = 0; phase < StepChoices.PHASES; phase++) {
                taken.add(choice(values.getProperty(TAKEN + phase, NONE)));
                String words = values.getProperty(REFUSED + phase, NONE);
                refused.add(words.isEmpty() ? List.of() : Arrays.stream(words.split(",")).map(LearntSteps::choice).toList());
            }
            return Optional.of(new LearntSteps(Instant.parse(values.getProperty(WHEN, NONE)), taken, refused));
        } catch (DateTimeParseException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    private static StepChoice choice(String text) {
        String[] words = text.split("/", -1);
        if (words.length != 2) {
            throw new IllegalArgumentException("choice=" + text + ": must be BCAST/SWAP");
        }
        return new StepChoice(named(Words.BROADCASTS, words[0]), named(Words.SWAPS, words[1]));
    }

    private static <T> T named(Words<T> words, String name) {
        return words.values().stream().filter(value -> words.nameOf(value).equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("name=" + name + ": none of these"));
    }

    /**
     * Returns the given choices of a test with the learnt ones in their place. Choices that earlier runs had refused are tried last.
     *
     * @param chosen what the program would choose without having learnt anything, by phase
     */
    StepChoices on(StepChoices chosen) {
        List<StepPhase> phases = new ArrayList<>();
        for (int phase = 0; phase < chosen.phases().size(); phase++) {
            StepChoice first = taken.get(phase);
            List<StepChoice> last = refused.get(phase);
            SequencedSet<StepChoice> trials = new LinkedHashSet<>(chosen.phases().get(phase).all().filter(one -> !last.contains(one))
                    .toList());
            chosen.phases().get(phase).all().filter(last::contains).forEach(trials::add);
            trials.remove(first);
            phases.add(new StepPhase(first, chosen.phases().get(phase).trials().isEmpty() ? List.of() : List.copyOf(trials)));
        }
        return new StepChoices(chosen.free(), phases, "learnt " + when);
    }

    /**
     * Returns what a run has learnt; empty where the run tried nothing.
     *
     * @param done   the choices that the run tried and took
     * @param before what was known before the run
     * @param now    the time at which this is learnt
     */
    static Optional<LearntSteps> of(StepsDone done, Optional<LearntSteps> before, Instant now) {
        if (done.trials().isEmpty()) {
            return Optional.empty();
        }
        int panels = done.spans().getLast().last() + 1;
        List<StepChoice> taken = new ArrayList<>();
        List<List<StepChoice>> refused = new ArrayList<>();
        for (int phase = 0; phase < StepChoices.PHASES; phase++) {
            int from = first(phase, panels);
            int end = first(phase + 1, panels);
            StepChoice choice = last(done, from, end);
            SequencedSet<StepChoice> no = new LinkedHashSet<>();
            if (before.isPresent() && before.get().taken.get(phase).equals(choice)) {
                no.addAll(before.get().refused.get(phase));
            }
            done.trials().stream().filter(trial -> !trial.taken() && trial.first() >= from && trial.first() < end)
                    .map(StepTrial::tried).forEach(no::addLast);
            no.remove(choice);
            taken.add(choice);
            refused.add(List.copyOf(no));
        }
        return Optional.of(new LearntSteps(now.truncatedTo(ChronoUnit.SECONDS), taken, refused));
    }

    private static int first(int phase, int panels) {
        return (int) (((long) phase * panels + StepChoices.PHASES - 1) / StepChoices.PHASES);
    }

    /** Returns the choice in effect at the end of a phase: that of its last panel which belonged to no trial. */
    private static StepChoice last(StepsDone done, int from, int end) {
        for (int k = end - 1; k > from; k--) {
            int panel = k;
            if (done.trials().stream().noneMatch(trial -> panel >= trial.first() && panel < trial.first() + trial.panels())) {
                return at(done, k);
            }
        }
        return at(done, from);
    }

    private static StepChoice at(StepsDone done, int k) {
        return done.spans().stream().filter(span -> k >= span.first() && k <= span.last()).map(StepSpan::choice).findFirst().orElseThrow();
    }
}
