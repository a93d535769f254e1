package hplhetero.testing;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A test that was left out; as text a line of three fields.
 *
 * @param test    its class
 * @param missing what it needed; empty where something else kept it from running
 * @param reason  why, in words
 */
record LeftOut(String test, List<Component> missing, String reason) {
    private static final String BETWEEN = "\t";

    static LeftOut of(String line) {
        String[] fields = line.split(BETWEEN, -1);
        return new LeftOut(fields[0], Stream.of(fields[1].split(",")).filter(name -> !name.isEmpty()).map(Component::valueOf).toList(),
                fields[2]);
    }

    @Override
    public String toString() {
        return String.join(BETWEEN, test, missing.stream().map(Enum::name).collect(Collectors.joining(",")),
                reason.replaceAll("\\s+", " "));
    }
}
