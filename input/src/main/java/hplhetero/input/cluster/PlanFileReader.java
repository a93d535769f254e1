package hplhetero.input.cluster;

import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import hplhetero.input.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads a plan file. docs/plan-file.md describes the format; {@link PlanFileWriter} writes it. */
public final class PlanFileReader {
    private static final List<String> PLAN_KEYS = List.of("n", "nb", "ranks");
    private static final List<String> SECONDS_KEYS = List.of("total", "update", "panel", "broadcast", "swap", "solve", "ideal");
    private static final List<String> KEYWORDS = List.of("plan", "kind", "owners", "rho", "kappa", "seconds", "busy", "sites", "run",
        "virtual");
    /** Keywords that a file may lack. */
    private static final List<String> OPTIONAL = List.of("sites", "run", "virtual");
    private static final List<String> VIRTUAL_KEYS = List.of("seconds");
    private static final List<String> RUN_KEYS = List.of("depth", "bcast", "swap", "threshold");
    private static final String MADE = "let './hpl plan --write' make the file, or see docs/plan-file.md";

    private final TextFile file;
    private final Map<String, Integer> lineOf = new LinkedHashMap<>();
    private final Map<String, Integer> plan = new LinkedHashMap<>();
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private final List<List<Integer>> owners = new ArrayList<>();
    private final List<Integer> rho = new ArrayList<>();
    private final List<Integer> kappa = new ArrayList<>();
    private final List<Double> busy = new ArrayList<>();
    private final List<Integer> sites = new ArrayList<>();
    private final Map<String, String> run = new LinkedHashMap<>();
    private final Map<String, Double> virtual = new LinkedHashMap<>();
    private String kind = "";

    private PlanFileReader(TextFile file) {
        this.file = file;
    }

    /**
     * Reads the plan that a plan file describes: the block size, which rank owns which cells of a virtual grid, to which cells the matrix's
     * blocks are dealt, and the predicted times.
     *
     * @param file the file
     * @throws InputException if the file cannot be used, naming file, line, what was found and expected, and the remedy; also if a block
     *     has no owner or an owner no block
     */
    public static Plan read(Path file) {
        return TextFile.read(file, TextFile.Kind.PLAN, text -> new PlanFileReader(text).plan());
    }

    private Plan plan() {
        for (int i = 1; i <= file.lines().size(); i++) {
            String line = file.lines().get(i - 1).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                List<String> words = List.of(line.split("\\s+"));
                line(i, words.getFirst(), words.subList(1, words.size()));
            }
        }
        KEYWORDS.stream().filter(keyword -> !OPTIONAL.contains(keyword)).forEach(this::requirePresent);
        MapSpec.Explicit map = new MapSpec.Explicit(List.copyOf(owners), List.copyOf(rho), List.copyOf(kappa));
        check(map);
        Prediction prediction = new Prediction(seconds.get("total"), seconds.get("update"), seconds.get("panel"),
                seconds.get("broadcast"), seconds.get("swap"), seconds.get("solve"), seconds.get("ideal"), List.copyOf(busy));
        return new Plan(plan.get("n"), plan.get("nb"), map, kind,
                sites.isEmpty() ? Collections.nCopies(plan.get("ranks"), 0) : sites, prediction, variant(),
                virtual.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(virtual.get("seconds")));
    }

    private Optional<SolveVariant> variant() {
        if (run.isEmpty()) {
            return Optional.empty();
        }
        String where = where("run");
        return Optional.of(new SolveVariant(notNegative("depth", where), word("bcast", Words.BROADCASTS, where),
                word("swap", Words.SWAPS, where), notNegative("threshold", where)));
    }

    private int notNegative(String key, String where) {
        int value = Numbers.whole(run.get(key), where, key + " >= 0", "give a whole number");
        if (value < 0) {
            throw Numbers.refused(where, key + " >= 0", Numbers.quoted(run.get(key)), "give a whole number");
        }
        return value;
    }

    private <T> T word(String key, Words<T> words, String where) {
        return words.find(run.get(key)).orElseThrow(() -> Numbers.refused(where, words.expected(), Numbers.quoted(run.get(key)),
                "give one of these"));
    }

    private void line(int line, String keyword, List<String> words) {
        String where = file.where(line);
        boolean again = lineOf.putIfAbsent(keyword, line) != null;
        switch (keyword) {
            case "plan" -> plan.putAll(pairs(words, PLAN_KEYS, where, (key, text) -> count(text, where, key)));
            case "seconds" -> seconds.putAll(pairs(words, SECONDS_KEYS, where, (_, text) -> real(text, where)));
            case "run" -> run.putAll(pairs(words, RUN_KEYS, where, (_, text) -> text));
            case "virtual" -> virtual.putAll(pairs(words, VIRTUAL_KEYS, where, (_, text) -> real(text, where)));
            case "kind" -> kind = String.join(" ", words);
            case "owners" -> owners.add(integers(words, where));
            case "rho" -> rho.addAll(integers(words, where));
            case "kappa" -> kappa.addAll(integers(words, where));
            case "sites" -> sites.addAll(integers(words, where));
            case "busy" -> words.forEach(word -> busy.add(real(word, where)));
            default -> throw Numbers.refused(where, "one of " + String.join(", ", KEYWORDS), Numbers.quoted(keyword), MADE);
        }
        if (again && List.of("plan", "seconds", "kind", "run", "virtual").contains(keyword)) {
            throw Numbers.refused(where, "one line `" + keyword + "`", "a second", "drop one of the two");
        }
    }

    private interface ValueReader<T> {
        T read(String key, String text);
    }

    private static <T> Map<String, T> pairs(List<String> words, List<String> keys, String where, ValueReader<T> reader) {
        Map<String, T> values = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals);
            if (equals < 0 || !keys.contains(key) || values.put(key, reader.read(key, word.substring(equals + 1))) != null) {
                throw Numbers.refused(where, "key=value once for each of " + String.join(", ", keys), Numbers.quoted(word), MADE);
            }
        }
        for (String key : keys) {
            if (!values.containsKey(key)) {
                throw Numbers.refused(where, key + "=...", "none", "add it");
            }
        }
        return values;
    }

    private static int count(String text, String where, String key) {
        int value = Numbers.whole(text, where, key + " >= 1", "give a whole number");
        if (value < 1) {
            throw Numbers.refused(where, key + " >= 1", Numbers.quoted(text), "give a whole number");
        }
        return value;
    }

    private static List<Integer> integers(List<String> words, String where) {
        if (words.isEmpty()) {
            throw Numbers.refused(where, "numbers", "none", "give numbers, separated by blanks");
        }
        return words.stream().map(word -> Numbers.whole(word, where, "whole numbers", "separate them by blanks")).toList();
    }

    private static double real(String text, String where) {
        double value = Numbers.real(text, where, "numbers >= 0", "give a number such as 0.95");
        if (value < 0) {
            throw Numbers.refused(where, "numbers >= 0", Numbers.quoted(text), "give a number such as 0.95");
        }
        return value;
    }

    private void requirePresent(String keyword) {
        if (!lineOf.containsKey(keyword)) {
            throw new InputException(file.name() + ": has no line `" + keyword + "`: " + MADE);
        }
    }

    private void check(MapSpec.Explicit map) {
        int ranks = plan.get("ranks");
        if (busy.size() != ranks) {
            throw new InputException(where("busy") + ": busy has " + busy.size() + " entries for " + ranks
                    + " ranks: give one entry for each rank, 0 for a rank that is left out");
        }
        if (!sites.isEmpty() && sites.size() != ranks) {
            throw new InputException(where("sites") + ": sites has " + sites.size() + " entries for " + ranks
                    + " ranks: give one entry for each rank, the same number for ranks at the same site");
        }
        new PlanCheck(plan.get("n"), plan.get("nb"), ranks, map, this::where).requireAll();
    }

    private String where(String keyword) {
        return file.where(lineOf.get(keyword));
    }
}
