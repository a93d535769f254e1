package hplhetero.hpl.calibrate;

import java.io.Serializable;

/**
 * How much and for how long a calibration measures.
 *
 * @param effort        how much is measured
 * @param seconds       time for measuring, in seconds, &gt; 0. A short calibration keeps to this time with all its parts but the warm-up; a
 *                      thorough one measures updates and panels for so long
 * @param warmUpSeconds most seconds of warm-up, of the calibration and of the tests that follow it, &gt;= 0
 * @param repeats       how often a thorough calibration measures again where ranks vary
 */
public record MeasuringTime(Effort effort, double seconds, double warmUpSeconds, MeasurementRepeats repeats) implements Serializable {
    /** Most seconds that a calibration before a run measures. */
    public static final double MOST_SECONDS = 3.0;
    /** Share of the run that a short calibration takes at most, unless that is less than {@link #LEAST_SHORT_SECONDS}. */
    private static final double SHORT_SHARE_OF_RUN = 0.03;
    /** Least seconds that a short calibration is given. In less, the sizes that tell ranks apart could not be measured. */
    private static final double LEAST_SHORT_SECONDS = 1.0;
    /** Share of the run after which waiting for the compiler ends where a short calibration comes before the run. */
    private static final double WARM_UP_SHARE_OF_RUN = 0.5;
    /** Least seconds of warm-up that a short calibration allows: in less, the compiler has not reached the kernels. */
    private static final double LEAST_WARM_UP_SECONDS = 1.5;
    /**
     * Share of the run in which a thorough calibration measures updates and panels. With its other parts (the rate, the matrix, the links)
     * it comes to 2 % of the run.
     */
    private static final double THOROUGH_SHARE_OF_RUN = 0.013;
    private static final double LEAST_THOROUGH_SECONDS = 0.5;

    /**
     * Checks that each time is in its range.
     *
     * @throws IllegalArgumentException when {@code seconds} is not above 0, or {@code warmUpSeconds} is below 0
     */
    public MeasuringTime {
        if (!(seconds > 0) || !(warmUpSeconds >= 0)) {
            throw new IllegalArgumentException("seconds=" + seconds + " warmUpSeconds=" + warmUpSeconds + ": must be times > 0 and >= 0");
        }
    }

    /**
     * Returns the time for measuring before a run. A short calibration gets 3 % of the run, 1 s at least and 3 s at most. A thorough one
     * measures updates and panels for 1.3 % of the run, 0.5 s at least and 3 s at most; slow ranks and repeats take longer.
     *
     * @param predictedRunSeconds predicted seconds of the run
     */
    public static MeasuringTime forRun(double predictedRunSeconds, Effort effort) {
        return switch (effort) {
            case SHORT -> new MeasuringTime(effort, Math.clamp(SHORT_SHARE_OF_RUN * predictedRunSeconds, LEAST_SHORT_SECONDS, MOST_SECONDS),
                    Math.max(WARM_UP_SHARE_OF_RUN * predictedRunSeconds, LEAST_WARM_UP_SECONDS), MeasurementRepeats.ONCE);
            case THOROUGH -> thorough(Math.clamp(THOROUGH_SHARE_OF_RUN * predictedRunSeconds, LEAST_THOROUGH_SECONDS, MOST_SECONDS),
                    MeasurementRepeats.BRIEF);
        };
    }

    /** Returns the time of a thorough calibration whose updates and panels are measured for this many seconds. */
    public static MeasuringTime thorough(double seconds, MeasurementRepeats repeats) {
        return new MeasuringTime(Effort.THOROUGH, seconds, Double.POSITIVE_INFINITY, repeats);
    }

    /**
     * Returns the time for measuring again where a thorough calibration has left doubts: twice as long, {@link #MOST_SECONDS} at most,
     * unless it was as long before. What is measured again varies wildly or is measured once, except where repeats are thorough.
     */
    public MeasuringTime longer() {
        return new MeasuringTime(effort, Math.max(seconds, Math.min(2 * seconds, MOST_SECONDS)), warmUpSeconds,
                isPatient() ? repeats : MeasurementRepeats.ONCE);
    }

    /** Returns whether measuring is all that was asked for, so that it may take long. */
    public boolean isPatient() {
        return repeats.equals(MeasurementRepeats.THOROUGH);
    }
}
