package hplhetero.network.model;

import hplhetero.network.model.HockneyFit.Sample;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

/**
 * The seconds that messages of some sizes take longer, alone on their way, than the line latency + bytes x seconds a byte says. Costs by
 * size come from PLogP (Kielmann, Bal, Verstoep, "Fast measurement of LogP parameters for message passing platforms", 2000), whose gap is a
 * table by size. Immutable.
 *
 * @param points sizes and their extra seconds, ascending by size, each size once; empty where messages take what the line says
 */
public record ExtraTimes(List<Point> points) implements Serializable {
    /** No extra times: messages of all sizes take what the line says. */
    public static final ExtraTimes NONE = new ExtraTimes(List.of());

    /**
     * Makes a table by size.
     *
     * @throws IllegalArgumentException when sizes do not ascend
     */
    public ExtraTimes {
        points = List.copyOf(points);
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).bytes <= points.get(i - 1).bytes) {
                throw new IllegalArgumentException("bytes=" + points.get(i).bytes + " after bytes=" + points.get(i - 1).bytes
                        + ": sizes must ascend");
            }
        }
    }

    /**
     * The extra time of messages of one size.
     *
     * @param bytes   length of the message
     * @param seconds measured time less the line's, in seconds; below 0 where the message is faster than the line says
     */
    public record Point(double bytes, double seconds) implements Serializable {

        public Point {
            LinkCost.requireNotNegative("bytes", bytes);
            if (!Double.isFinite(seconds)) {
                throw new IllegalArgumentException("seconds=" + seconds + ": must be finite");
            }
        }
    }

    /**
     * Returns by how much measured times are above a line.
     *
     * @param times          measured times, at most one for each size, in any order
     * @param latency        seconds of an empty message by the line
     * @param secondsPerByte seconds of each byte by the line
     */
    public static ExtraTimes of(List<Sample> times, double latency, double secondsPerByte) {
        return new ExtraTimes(times.stream().sorted(Comparator.comparingDouble(Sample::bytes))
                .map(time -> new Point(time.bytes(), time.seconds() - (latency + time.bytes() * secondsPerByte))).toList());
    }

    /** Returns whether messages of all sizes take what the line says. */
    public boolean none() {
        return points.isEmpty();
    }

    /**
     * Returns the extra seconds of a message: linear in the size between two points. Below the first point and above the last one, the
     * extra seconds are those of this point, so that times grow there as the line does.
     *
     * @param bytes length of the message
     */
    public double seconds(double bytes) {
        if (points.isEmpty()) {
            return 0;
        }
        int above = 0;
        while (above < points.size() && points.get(above).bytes < bytes) {
            above++;
        }
        if (above == 0 || above == points.size()) {
            return points.get(above == 0 ? 0 : above - 1).seconds;
        }
        Point low = points.get(above - 1);
        Point high = points.get(above);
        return low.seconds + (high.seconds - low.seconds) * (bytes - low.bytes) / (high.bytes - low.bytes);
    }
}
