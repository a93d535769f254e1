package hplhetero.bench.peer;

import java.util.Arrays;
import java.util.List;

/** Reads what {@link CollectivesRank} prints. */
public final class CollectivesOutput {
    private static final String LINE = "[a-z]+ \\d+ \\S+( [0-9.eE+-]+)+";

    private CollectivesOutput() {
    }

    /**
     * A contender's times.
     *
     * @param collective its name
     * @param bytes      of a piece, or of the buffer of a broadcast
     * @param contender  a label of ours, or {@link CollectivesRank#OPEN_MPI}
     * @param seconds    of a call, by rounds
     */
    public record Times(String collective, int bytes, String contender, List<Double> seconds) {
    }

    /** In their order; other lines are left out. */
    public static List<Times> times(String output) {
        return output.lines().filter(line -> line.matches(LINE)).map(line -> line.split(" "))
                .map(words -> new Times(words[0], Integer.parseInt(words[1]), words[2],
                        Arrays.stream(words).skip(3).map(Double::valueOf).toList())).toList();
    }
}
