package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.problem.HplCase;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a rank is to measure. Only memory and peak may differ between ranks.
 *
 * @param next            the run that comes, or one like those that will: its panels are measured, on no more rows than it has, and it is
 *                        warmed up before
 * @param nbs             block sizes it may have, at least one
 * @param hostMemoryBytes what the ranks of this rank's host may take together; {@link Long#MAX_VALUE} when unknown
 * @param peak            of this rank
 * @param seconds         for measuring, &gt; 0
 * @param repeats         how often, where ranks vary
 */
public record CalibrationRequest(HplCase next, List<Integer> nbs, long hostMemoryBytes, Peak peak, double seconds,
        MeasurementRepeats repeats) {
    /** With what else a calibration takes, its rate, its matrix and its links, that comes to 2 % of the run. */
    private static final double SHARE_OF_RUN = 0.013;
    private static final double LEAST_SECONDS = 0.5;
    public static final double MOST_SECONDS = 3.0;
    /** Of the matrix to measure on: fewer have no sizes to tell apart. */
    static final int LEAST_BLOCKS = 4;

    public CalibrationRequest {
        nbs = List.copyOf(nbs);
        if (nbs.isEmpty() || nbs.stream().anyMatch(nb -> nb < 1) || !(seconds > 0)) {
            throw new IllegalArgumentException("nbs=" + nbs + " seconds=" + seconds + ": must be block sizes >= 1 and a time > 0");
        }
    }

    /** As before a run. */
    public CalibrationRequest(HplCase next, List<Integer> nbs, long hostMemoryBytes, Peak peak, double seconds) {
        this(next, nbs, hostMemoryBytes, peak, seconds, MeasurementRepeats.BRIEF);
    }

    /**
     * How long to measure before a run of that many seconds, so that it is 2 % of the run all in all: 0.5 s at least, 3 s at most; slow
     * ranks take longer.
     */
    public static double secondsFor(double predictedRunSeconds) {
        return Math.clamp(SHARE_OF_RUN * predictedRunSeconds, LEAST_SECONDS, MOST_SECONDS);
    }

    /** How long to measure where that many seconds have left doubts. */
    public static double longerThan(double seconds) {
        return Math.min(2 * seconds, MOST_SECONDS);
    }

    /**
     * The largest of the run's block sizes and another one, or the terms of the models could not be told apart. One of which the run's
     * matrix has not {@link #LEAST_BLOCKS} would want a larger matrix: one of which it has so many stands for it.
     */
    List<Integer> probed() {
        int most = Math.max(1, next.n() / LEAST_BLOCKS);
        int largest = Math.min(most, nbs.stream().max(Integer::compare).orElseThrow());
        int smallest = Math.min(most, nbs.stream().min(Integer::compare).orElseThrow());
        return Stream.of(largest, smallest < largest ? smallest : Math.max(1, largest / 2)).distinct().toList();
    }
}
