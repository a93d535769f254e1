package hplhetero.hpl.network.probe;

import java.io.Serializable;
import java.util.List;

/**
 * What to measure of a network, equal on all ranks.
 *
 * @param bytes    sizes of messages in bytes, ascending, each at least 1
 * @param seconds  time for all measurements together, more or less: slow networks take longer
 * @param allPairs whether all pairs of ranks are measured, the pairs of a round at once; a few pairs of each kind are measured one by one
 *                 in any case
 */
public record ProbeRequest(List<Integer> bytes, double seconds, boolean allPairs) implements Serializable {

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when the sizes are not ascending and at least 1, or {@code seconds} is not above 0
     */
    public ProbeRequest {
        bytes = List.copyOf(bytes);
        boolean ascending = !bytes.isEmpty() && bytes.getFirst() >= 1;
        for (int i = 1; i < bytes.size(); i++) {
            ascending &= bytes.get(i) > bytes.get(i - 1);
        }
        if (!ascending || !(seconds > 0)) {
            throw new IllegalArgumentException("bytes=" + bytes + " seconds=" + seconds + ": must be ascending sizes >= 1 and a time > 0");
        }
    }

    /** Returns the sizes of messages to measure, in bytes, ascending. */
    int[] sizes() {
        return bytes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the size of the largest message to measure, in bytes. */
    int largest() {
        return bytes.getLast();
    }
}
