package hplhetero.bench.peer;

import java.util.Map;
import java.util.stream.Collectors;

/** The reader of the lines that the ranks of a ping-pong print, in Java and in C. */
public final class PingPongOutput {
    private static final String LINE = "\\d+ [0-9.eE+-]+";

    private PingPongOutput() {
    }

    /**
     * Returns the seconds of half a round trip, by bytes of a message.
     *
     * @param output lines of bytes and seconds, among other lines
     */
    public static Map<Integer, Double> seconds(String output) {
        return output.lines().filter(line -> line.matches(LINE)).map(line -> line.split(" "))
                .collect(Collectors.toMap(parts -> Integer.parseInt(parts[0]), parts -> Double.parseDouble(parts[1])));
    }
}
