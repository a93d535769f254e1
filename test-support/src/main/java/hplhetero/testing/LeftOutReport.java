package hplhetero.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report about a build's tests that ends the build: which tests were left out, and how to get what was missing. */
public final class LeftOutReport {
    private static final String RULE = "=".repeat(100);

    private LeftOutReport() {
    }

    /**
     * Prints the report of the file that {@link LeftOutListener} has written, and deletes the file. Exits with code 1 where a test without
     * the tag needed a component, because the CI would never run such a test.
     */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        Files.deleteIfExists(file);
        System.out.print(text(lines));
        System.exit(untagged(leftOut(lines)).isEmpty() ? 0 : 1);
    }

    private static boolean isCount(String line) {
        return line.matches("\\d+");
    }

    private static List<LeftOut> leftOut(List<String> lines) {
        return lines.stream().filter(line -> !isCount(line)).map(LeftOut::of).toList();
    }

    private static List<LeftOut> untagged(List<LeftOut> all) {
        return all.stream().filter(left -> !left.tagged()).toList();
    }

    static String text(List<String> lines) {
        int run = lines.stream().filter(LeftOutReport::isCount).mapToInt(Integer::parseInt).sum();
        List<LeftOut> all = leftOut(lines);
        if (all.isEmpty()) {
            return framed(List.of(run == 0 ? "NO TESTS WERE RUN." : run + " tests were run; none was left out."));
        }
        return framed(paragraphs(run, all));
    }

    private static List<String> paragraphs(int run, List<LeftOut> all) {
        List<String> text = new ArrayList<>();
        List<LeftOut> wanting = all.stream().filter(left -> !left.missing().isEmpty()).toList();
        text.add(wanting.isEmpty() ? run + " tests were run."
                : "NOT ALL TESTS WERE RUN: " + run + " were, " + wanting.size() + " need what is missing here (some need several):");
        Arrays.stream(Component.values()).filter(component -> !needing(wanting, component).isEmpty()).forEach(component -> {
            List<LeftOut> needing = needing(wanting, component);
            text.add("");
            text.add("  " + component.title() + ", " + tests(needing.size()) + ": " + component.remedy());
            text.add("    " + classes(needing));
        });
        if (!wanting.isEmpty()) {
            text.add("");
            text.add("All of it: .ci/run, as root on Debian.");
        }
        all.stream().filter(left -> left.missing().isEmpty())
                .collect(Collectors.groupingBy(LeftOut::reason, TreeMap::new, Collectors.toList()))
                .forEach((reason, left) -> text.add("Left out, " + reason + ": " + classes(left)));
        if (!untagged(all).isEmpty()) {
            text.add("");
            text.add("These lack @Needs or @Tag(Requirements.TAG), so .ci/run would never run them: " + classes(untagged(all)));
        }
        return text;
    }

    private static List<LeftOut> needing(List<LeftOut> all, Component component) {
        return all.stream().filter(left -> left.missing().contains(component)).toList();
    }

    private static String classes(List<LeftOut> left) {
        return left.stream().map(l -> l.test().replaceAll(".*\\.", ""))
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()))
                .entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(", "));
    }

    private static String tests(int count) {
        return count == 1 ? "1 test" : count + " tests";
    }

    private static String framed(List<String> lines) {
        return RULE + "\n" + String.join("\n", lines) + "\n" + RULE + "\n";
    }
}
