package hplhetero.bench.peer;

import java.util.Arrays;
import java.util.List;

/** The reader of the lines that {@link CollectivesRank} prints. */
public final class CollectivesOutput {
    private static final String LINE = "[a-z]+ \\d+ \\S+( [0-9.eE+-]+)+";

    private CollectivesOutput() {
    }

    /**
     * The times of one contender.
     *
     * @param collective name of the collective
     * @param bytes      bytes of a piece, or of the buffer of a broadcast
     * @param contender  label of our algorithm, or {@link CollectivesRank#OPEN_MPI}
     * @param seconds    seconds of a call, by rounds
     */
    public record Times(String collective, int bytes, String contender, List<Double> seconds) {
    }

    /** Returns the times in the order of the output; lines of another form are ignored. */
    public static List<Times> times(String output) {
        return output.lines().filter(line -> line.matches(LINE)).map(line -> line.split(" "))
                .map(words -> new Times(words[0], Integer.parseInt(words[1]), words[2],
                        Arrays.stream(words).skip(3).map(Double::valueOf).toList())).toList();
    }
}
