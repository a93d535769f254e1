package hplhetero.testing;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A test that was left out. As text it is a line of four fields.
 *
 * @param test    class of the test
 * @param missing components that the test needed; empty where something else kept the test from running
 * @param tagged  false where the test needed a component but lacks the tag by which the CI runs it with everything installed
 * @param reason  why the test was left out, in words
 */
record LeftOut(String test, List<Component> missing, boolean tagged, String reason) {
    private static final String BETWEEN = "\t";

    static LeftOut of(String line) {
        String[] fields = line.split(BETWEEN, -1);
        return new LeftOut(fields[0], Stream.of(fields[1].split(",")).filter(name -> !name.isEmpty()).map(Component::valueOf).toList(),
                Boolean.parseBoolean(fields[2]), fields[3]);
    }

    @Override
    public String toString() {
        return String.join(BETWEEN, test, missing.stream().map(Enum::name).collect(Collectors.joining(",")),
                String.valueOf(tagged), reason.replaceAll("\\s+", " "));
    }
}
