package hplhetero.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The last words of a build about its tests: what was left out, and how to get what was missing. */
public final class LeftOutReport {
    private static final String RULE = "=".repeat(100);

    private LeftOutReport() {
    }

    /** Its argument is the file that {@link LeftOutListener} has written, which it takes away. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        System.out.print(text(Files.exists(file) ? Files.readAllLines(file) : List.of()));
        Files.deleteIfExists(file);
    }

    static String text(List<String> lines) {
        Predicate<String> isCount = line -> line.matches("\\d+");
        int run = lines.stream().filter(isCount).mapToInt(Integer::parseInt).sum();
        List<LeftOut> all = lines.stream().filter(isCount.negate()).map(LeftOut::of).toList();
        if (all.isEmpty()) {
            return framed(List.of(run == 0 ? "NO TESTS WERE RUN." : run + " tests were run; none was left out."));
        }
        return framed(paragraphs(run, all));
    }

    private static List<String> paragraphs(int run, List<LeftOut> all) {
        List<String> text = new ArrayList<>();
        text.add("NOT ALL TESTS WERE RUN: " + run + " were, " + all.size() + " were left out.");
        List<Component> missing = Arrays.stream(Component.values()).filter(c -> !needing(all, c).isEmpty()).toList();
        if (!missing.isEmpty()) {
            text.add("");
            text.add("This machine lacks (a test may need several):");
        }
        for (Component component : missing) {
            List<LeftOut> needing = needing(all, component);
            text.add("  " + component.title() + ", " + tests(needing.size()) + ": " + component.remedy());
            text.addAll(classes(needing));
        }
        if (!missing.isEmpty()) {
            text.add("  All of it: .ci/run, as root on Debian.");
        }
        Map<String, List<LeftOut>> others = all.stream().filter(left -> left.missing().isEmpty())
                .collect(Collectors.groupingBy(LeftOut::reason, TreeMap::new, Collectors.toList()));
        if (!others.isEmpty()) {
            text.add("");
            text.add("For other reasons:");
        }
        others.forEach((reason, left) -> {
            text.add("  " + reason + ", " + tests(left.size()));
            text.addAll(classes(left));
        });
        return text;
    }

    private static List<LeftOut> needing(List<LeftOut> all, Component component) {
        return all.stream().filter(left -> left.missing().contains(component)).toList();
    }

    private static List<String> classes(List<LeftOut> left) {
        return left.stream().map(l -> l.test().replaceAll(".*\\.", ""))
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()))
                .entrySet().stream().map(e -> "      " + e.getKey() + " " + e.getValue()).toList();
    }

    private static String tests(int count) {
        return count == 1 ? "1 test" : count + " tests";
    }

    private static String framed(List<String> lines) {
        return RULE + "\n" + String.join("\n", lines) + "\n" + RULE + "\n";
    }
}
