package hplhetero.hpl.calibrate;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * Whether to measure again, and which of several times counts, by what the ranks varied in each of them. Pure. What ranks varied is a list
 * with the worst rank's variation of each time, the first one first.
 *
 * @param most         times that ranks are measured at most, &gt;= 1, while one varies by more than {@link Calibration#LARGE_VARIATION}
 * @param extraSeconds that all but the first of them may take
 */
public record MeasurementRepeats(int most, double extraSeconds) implements Serializable {
    /** Where it is known already that a second look is needed. */
    public static final MeasurementRepeats ONCE = new MeasurementRepeats(1, 0);
    /** Before a run. */
    public static final MeasurementRepeats BRIEF = new MeasurementRepeats(2, CalibrationRequest.MOST_SECONDS);
    /** Where measuring is all that was asked for. */
    public static final MeasurementRepeats THOROUGH = new MeasurementRepeats(5, 4 * CalibrationRequest.MOST_SECONDS);

    /** Ranks that vary by more are measured so often at least, however long that takes: nothing could be planned with them. */
    private static final double WILD_VARIATION = 0.4;
    private static final int LEAST_TIMES_OF_WILD = 3;

    /**
     * Whether to measure once more.
     *
     * @param seconds that it took so far
     */
    boolean again(List<Double> varied, double seconds) {
        int times = varied.size();
        if (Collections.min(varied) <= Calibration.LARGE_VARIATION) {
            return false;
        }
        return Collections.min(varied) > WILD_VARIATION && times < LEAST_TIMES_OF_WILD || times < most && seconds <= extraSeconds;
    }

    /** The time that varied least. */
    static int calmest(List<Double> varied) {
        return varied.indexOf(Collections.min(varied));
    }

    /** The one that counts alone: what else was measured had been disturbed. Empty where none was calm: then all count. */
    static OptionalInt calm(List<Double> varied) {
        int calmest = calmest(varied);
        return varied.get(calmest) <= Calibration.LARGE_VARIATION ? OptionalInt.of(calmest) : OptionalInt.empty();
    }
}
