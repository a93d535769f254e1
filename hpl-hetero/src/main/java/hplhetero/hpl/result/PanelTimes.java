package hplhetero.hpl.result;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The measured times of panels that a rank's device and its workers have factored, by which each panel goes to the faster of both.
 *
 * @param heights the measured panels, at most {@link #MOST}, in any order; empty where nothing was measured, and then the device factors
 *                every panel that it can
 */
public record PanelTimes(List<Height> heights) implements Serializable {
    /** The largest number of heights that are measured. */
    public static final int MOST = 3;
    /** The times of a rank for which nothing was measured. */
    public static final PanelTimes NONE = new PanelTimes(List.of());
    private static final int NUMBERS = 3;

    /**
     * The times of panels of one height.
     *
     * @param rows          rows of the panel, &gt;= 1
     * @param deviceSeconds seconds from the panel on the device, up to date, to the factored panel there and in the host's memory
     * @param hostSeconds   the same where the host's workers factor the panel
     */
    public record Height(int rows, double deviceSeconds, double hostSeconds) implements Serializable {
    }

    /**
     * Checks that there are no more heights than allowed.
     *
     * @throws IllegalArgumentException when there are more than {@link #MOST} heights
     */
    public PanelTimes {
        heights = List.copyOf(heights);
        if (heights.size() > MOST) {
            throw new IllegalArgumentException("heights=" + heights.size() + ": must be <= " + MOST);
        }
    }

    /**
     * Returns whether the device factors panels of a height: where it was faster with panels of the measured height that is nearest, by
     * ratio.
     *
     * @param rows rows of the panel, &gt;= 1
     */
    public boolean byDevice(int rows) {
        if (heights.isEmpty()) {
            return true;
        }
        Height nearest = Collections.min(heights, Comparator.comparingDouble(one -> Math.abs(Math.log((double) one.rows / rows))));
        return nearest.deviceSeconds <= nearest.hostSeconds;
    }

    /** Returns these times as 3 x {@link #MOST} numbers, which {@link #of} reads; zeros stand where there are fewer heights. */
    public double[] numbers() {
        double[] numbers = new double[NUMBERS * MOST];
        for (int i = 0; i < heights.size(); i++) {
            Height one = heights.get(i);
            numbers[NUMBERS * i] = one.rows;
            numbers[NUMBERS * i + 1] = one.deviceSeconds;
            numbers[NUMBERS * i + 2] = one.hostSeconds;
        }
        return numbers;
    }

    /** Returns the times that {@link #numbers} has turned into numbers. */
    public static PanelTimes of(double[] numbers) {
        List<Height> heights = new ArrayList<>();
        for (int i = 0; i < numbers.length && numbers[i] > 0; i += NUMBERS) {
            heights.add(new Height((int) numbers[i], numbers[i + 1], numbers[i + 2]));
        }
        return new PanelTimes(heights);
    }

    /**
     * Returns the times that several ranks have agreed on, so that all of them choose alike.
     *
     * @param largest returns the largest number of all ranks at each index; collective
     */
    public PanelTimes agreed(UnaryOperator<double[]> largest) {
        return of(largest.apply(numbers()));
    }
}
