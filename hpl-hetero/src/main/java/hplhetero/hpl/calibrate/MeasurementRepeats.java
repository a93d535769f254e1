package hplhetero.hpl.calibrate;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * The rule for whether to measure again, and which of several measurements counts. Pure. Methods decide by how much ranks varied: a list of
 * the worst rank's variation in each measurement, the first measurement first.
 *
 * @param most         number of measurements at most, &gt;= 1, while some rank varies by more than {@link Calibration#LARGE_VARIATION}
 * @param extraSeconds seconds that all measurements but the first may take: another one begins only while all before it took no longer
 */
public record MeasurementRepeats(int most, double extraSeconds) implements Serializable {
    /** The rule for callers that know already that this is a second look: one measurement, unless ranks vary wildly. */
    public static final MeasurementRepeats ONCE = new MeasurementRepeats(1, 0);
    /** The rule before a run: two measurements at most, unless ranks vary wildly. */
    public static final MeasurementRepeats BRIEF = new MeasurementRepeats(2, MeasuringTime.MOST_SECONDS);
    /** The rule where measuring is all that was asked for: five measurements at most. */
    public static final MeasurementRepeats THOROUGH = new MeasurementRepeats(5, 4 * MeasuringTime.MOST_SECONDS);

    /**
     * Variation above which ranks are measured at least {@link #LEAST_TIMES_OF_WILD} times, however long this takes: nothing could be
     * planned with such ranks.
     */
    private static final double WILD_VARIATION = 0.4;
    private static final int LEAST_TIMES_OF_WILD = 3;

    /**
     * Returns whether to measure once more.
     *
     * @param varied  the worst rank's variation in each measurement so far, at least one
     * @param seconds seconds that all measurements took so far
     */
    boolean again(List<Double> varied, double seconds) {
        int times = varied.size();
        if (Collections.min(varied) <= Calibration.LARGE_VARIATION) {
            return false;
        }
        return Collections.min(varied) > WILD_VARIATION && times < LEAST_TIMES_OF_WILD || times < most && seconds <= extraSeconds;
    }

    /** Returns the index in {@code varied} of the measurement that varied least. */
    static int calmest(List<Double> varied) {
        return varied.indexOf(Collections.min(varied));
    }

    /**
     * Returns the index of the only measurement that counts: the one that varied least, where it varied by no more than
     * {@link Calibration#LARGE_VARIATION}. The other measurements are then taken for disturbed. Returns empty where every measurement
     * varied by more, so that all of them count.
     *
     * @param varied the worst rank's variation in each measurement, at least one
     */
    static OptionalInt calm(List<Double> varied) {
        int calmest = calmest(varied);
        return varied.get(calmest) <= Calibration.LARGE_VARIATION ? OptionalInt.of(calmest) : OptionalInt.empty();
    }
}
