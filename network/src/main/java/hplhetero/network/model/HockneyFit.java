package hplhetero.network.model;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A fit of Hockney's two numbers to ping-pong times. The fit minimizes the sum of squares of relative errors, each (latency + bytes x
 * secondsPerByte) / seconds - 1. Small and large messages therefore count alike. Neither number is below 0.
 */
public final class HockneyFit {
    /** Determinant of normalized columns below which all messages count as of one size. */
    private static final double LEAST_DETERMINANT = 1e-10;

    private HockneyFit() {
    }

    /**
     * A measured time of a message: half a round trip.
     *
     * @param bytes   length of the message
     * @param seconds median of the measured times, &gt; 0
     */
    public record Sample(double bytes, double seconds) {

        public Sample {
            LinkCost.requireNotNegative("bytes", bytes);
            LinkCost.requireNotNegative("seconds", seconds);
            if (seconds == 0) {
                throw new IllegalArgumentException("seconds=0: must be > 0, measure more round trips at once");
            }
        }
    }

    /**
     * Returns the latency and seconds a byte that fit the samples best. Where both cannot be found, because all messages have one size or
     * one of the two would be below 0, the latency alone or the seconds a byte alone are fitted, whichever fits better, and the other is 0.
     *
     * @param samples measured times, at least one
     * @throws IllegalArgumentException when there are no samples
     */
    public static LinkCost fit(List<Sample> samples) {
        // normal equations of a x + b y = 1, where x = 1 / seconds, y = bytes / seconds
        double xx = 0;
        double xy = 0;
        double yy = 0;
        double x1 = 0;
        double y1 = 0;
        for (Sample sample : samples) {
            double x = 1 / sample.seconds;
            double y = sample.bytes / sample.seconds;
            xx += x * x;
            xy += x * y;
            yy += y * y;
            x1 += x;
            y1 += y;
        }
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("samples=0: measure messages of several sizes");
        }
        double determinant = xx * yy - xy * xy;
        double latency = (x1 * yy - y1 * xy) / determinant;
        double perByte = (y1 * xx - x1 * xy) / determinant;
        if (determinant > LEAST_DETERMINANT * xx * yy && latency >= 0 && perByte >= 0) {
            return LinkCost.hockney(latency, perByte);
        }
        // the best fit by one number: by the one that reduces the error more; x1^2 / xx and y1^2 / yy are the reductions
        boolean bytesAlone = yy > 0 && y1 * y1 / yy >= x1 * x1 / xx;
        return bytesAlone ? LinkCost.hockney(0, y1 / yy) : LinkCost.hockney(x1 / xx, 0);
    }

    /**
     * Returns the cost that fits the samples of a network. The part of a message that buffers take passes faster than the rest of a long
     * message. The bandwidth is therefore the one that the longest messages have, if it is less than the fitted one.
     *
     * @param samples measured times, at least one
     * @throws IllegalArgumentException when there are no samples
     */
    public static LinkCost fitNetwork(List<Sample> samples) {
        LinkCost fitted = fit(samples);
        double longest = samples.stream().mapToDouble(Sample::bytes).max().orElseThrow();
        if (longest == 0) {
            return fitted;
        }
        double median = median(samples.stream().filter(s -> s.bytes == longest).toList());
        return LinkCost.hockney(fitted.latency(), Math.max(fitted.secondsPerByte(), (median - fitted.latency()) / longest));
    }

    /** Returns one sample for each size, ascending: the median of this size's times. */
    public static List<Sample> medians(List<Sample> samples) {
        return samples.stream().collect(Collectors.groupingBy(Sample::bytes, TreeMap::new, Collectors.toList())).entrySet().stream()
                .map(size -> new Sample(size.getKey(), median(size.getValue()))).toList();
    }

    private static double median(List<Sample> samples) {
        double[] seconds = samples.stream().mapToDouble(Sample::seconds).toArray();
        Arrays.sort(seconds);
        return (seconds[(seconds.length - 1) / 2] + seconds[seconds.length / 2]) / 2;
    }
}
