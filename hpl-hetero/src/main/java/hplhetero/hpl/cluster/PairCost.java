package hplhetero.hpl.cluster;

import hplhetero.network.model.ExtraTimes;
import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cost of a message between two ranks of a {@link PairClass}, by Hockney's model: latency + bytes x secondsPerByte.
 *
 * @param latency        seconds that an empty message takes
 * @param secondsPerByte inverse of the bandwidth of a long message
 * @param swapPerByte    seconds of a rank's own thread for each byte of U in a row exchange between two ranks, whoever waits for the link
 * @param times          measured seconds of messages of some sizes, by their length in bytes; latency and bandwidth were fitted to these.
 *                       Empty where no such times are known. The simulator and prices of collectives follow these times, the replay of
 *                       a run does not
 */
public record PairCost(double latency, double secondsPerByte, double swapPerByte, SortedMap<Long, Double> times) {

    /**
     * Checks the measured times.
     *
     * @throws IllegalArgumentException when a time is not above 0
     */
    public PairCost {
        if (times.values().stream().anyMatch(seconds -> !(seconds > 0))) {
            throw new IllegalArgumentException("times=" + times + ": must be > 0");
        }
        times = Collections.unmodifiableSortedMap(new TreeMap<>(times));
    }

    /**
     * Makes a cost of which no measured times by size are known.
     *
     * @param latency        seconds that an empty message takes
     * @param secondsPerByte inverse of the bandwidth of a long message
     * @param swapPerByte    seconds of a rank's own thread for each byte of U in a row exchange between two ranks
     */
    public PairCost(double latency, double secondsPerByte, double swapPerByte) {
        this(latency, secondsPerByte, swapPerByte, Collections.emptySortedMap());
    }

    /**
     * Makes the cost of messages that take nothing of a rank's own time in row exchanges.
     *
     * @param latency        seconds that an empty message takes
     * @param secondsPerByte inverse of the bandwidth of a long message
     */
    public PairCost(double latency, double secondsPerByte) {
        this(latency, secondsPerByte, 0);
    }

    /**
     * Returns this cost with measured seconds of messages of some sizes.
     *
     * @param measured seconds by length in bytes
     */
    public PairCost with(SortedMap<Long, Double> measured) {
        return new PairCost(latency, secondsPerByte, swapPerByte, measured);
    }

    /** Returns the median time of each size, in seconds by length in bytes. */
    public static SortedMap<Long, Double> bySize(List<Sample> samples) {
        SortedMap<Long, Double> times = new TreeMap<>();
        HockneyFit.medians(samples).forEach(sample -> times.put((long) sample.bytes(), sample.seconds()));
        return times;
    }

    /** Returns the measured times as samples, ascending by size. */
    public List<Sample> samples() {
        return times.entrySet().stream().map(time -> new Sample(time.getKey(), time.getValue())).toList();
    }

    /**
     * Returns the cost of a message between the two ranks as models of networks take it: one latency without overheads and hops, and what
     * the measured times are above the line.
     */
    public LinkCost link() {
        return LinkCost.hockney(latency, secondsPerByte).with(ExtraTimes.of(samples(), latency, secondsPerByte));
    }

    /**
     * Returns the seconds that one message between the two ranks takes from the start of the send until it has come, by the line: latency
     * + bytes x seconds a byte.
     *
     * @param bytes length of the message, in bytes, &gt;= 0
     */
    public double seconds(double bytes) {
        return latency + bytes * secondsPerByte;
    }
}
