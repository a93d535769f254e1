package hplhetero.network.model;

import java.util.Arrays;
import java.util.List;

/**
 * Hockney's two numbers from ping-pong times: those with the least sum of squares of (latency + bytes x secondsPerByte) / seconds - 1.
 * Errors are relative, so that small and large messages count alike; neither number is below 0.
 */
public final class HockneyFit {
    /** A determinant below this, of columns of length one, means that all messages are as good as of one size. */
    private static final double LEAST_DETERMINANT = 1e-10;

    private HockneyFit() {
    }

    /**
     * Half a round trip.
     *
     * @param bytes   of the message
     * @param seconds median of what was measured, &gt; 0
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

    /** @param samples at least one; of messages of one size it cannot be told apart what is latency, so none is */
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
        // the best of one number alone: the one that explains more, as both x1^2 / xx and y1^2 / yy are what they take off the error
        boolean bytesAlone = yy > 0 && y1 * y1 / yy >= x1 * x1 / xx;
        return bytesAlone ? LinkCost.hockney(0, y1 / yy) : LinkCost.hockney(x1 / xx, 0);
    }

    /**
     * The same for a network. What its buffers take passes faster than the rest of a long message, so bandwidth is what the longest
     * ones have, if that is less.
     */
    public static LinkCost fitNetwork(List<Sample> samples) {
        LinkCost fitted = fit(samples);
        double longest = samples.stream().mapToDouble(Sample::bytes).max().orElseThrow();
        if (longest == 0) {
            return fitted;
        }
        double[] seconds = samples.stream().filter(s -> s.bytes == longest).mapToDouble(Sample::seconds).toArray();
        Arrays.sort(seconds);
        double median = (seconds[(seconds.length - 1) / 2] + seconds[seconds.length / 2]) / 2;
        return LinkCost.hockney(fitted.latency(), Math.max(fitted.secondsPerByte(), (median - fitted.latency()) / longest));
    }
}
