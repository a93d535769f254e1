package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.problem.HplCase;
import java.util.List;
import java.util.stream.Stream;

/**
 * The request for a calibration: what a rank measures and for how long. Only memory and peak may differ between ranks.
 *
 * @param next            the run that comes, or one like the runs to come. The calibration measures the panels of this run, on no more rows
 *                        than it has, and warms up for it
 * @param nbs             block sizes that the run may have, at least one
 * @param hostMemoryBytes bytes that the ranks of this rank's host may take together; {@link Long#MAX_VALUE} when unknown
 * @param peak            theoretical peak of this rank
 * @param seconds         time for measuring, in seconds, &gt; 0
 * @param repeats         how often ranks are measured again where they vary
 */
public record CalibrationRequest(HplCase next, List<Integer> nbs, long hostMemoryBytes, Peak peak, double seconds,
        MeasurementRepeats repeats) {
    /**
     * Share of the run that is for measuring. With the other parts of a calibration (the rate, the matrix, the links) the calibration comes
     * to 2 % of the run.
     */
    private static final double SHARE_OF_RUN = 0.013;
    private static final double LEAST_SECONDS = 0.5;
    /** Most seconds that a calibration before a run measures. */
    public static final double MOST_SECONDS = 3.0;
    /** Least number of blocks on a side of the matrix that is measured: a smaller matrix has no sizes to tell apart. */
    static final int LEAST_BLOCKS = 4;

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when there is no block size, a block size is less than 1, or {@code seconds} is not above 0
     */
    public CalibrationRequest {
        nbs = List.copyOf(nbs);
        if (nbs.isEmpty() || nbs.stream().anyMatch(nb -> nb < 1) || !(seconds > 0)) {
            throw new IllegalArgumentException("nbs=" + nbs + " seconds=" + seconds + ": must be block sizes >= 1 and a time > 0");
        }
    }

    /**
     * Creates the request of a calibration before a run, which measures varying ranks again only briefly: {@link MeasurementRepeats#BRIEF}.
     * The parameters are the record's other components.
     */
    public CalibrationRequest(HplCase next, List<Integer> nbs, long hostMemoryBytes, Peak peak, double seconds) {
        this(next, nbs, hostMemoryBytes, peak, seconds, MeasurementRepeats.BRIEF);
    }

    /**
     * Returns how many seconds to measure before a run, so that the calibration takes 2 % of the run all in all. The result lies between
     * 0.5 s and 3 s; slow ranks take longer than asked.
     *
     * @param predictedRunSeconds predicted seconds of the run
     */
    public static double secondsFor(double predictedRunSeconds) {
        return Math.clamp(SHARE_OF_RUN * predictedRunSeconds, LEAST_SECONDS, MOST_SECONDS);
    }

    /**
     * Returns how many seconds to measure where a calibration of the given seconds has left doubts: twice as many, at most
     * {@link #MOST_SECONDS}.
     */
    public static double longerThan(double seconds) {
        return Math.min(2 * seconds, MOST_SECONDS);
    }

    /**
     * Returns the block sizes that are measured: the largest of the run's block sizes and a smaller one. With one block size alone the
     * terms of the models could not be told apart. A block size of which the run's matrix has fewer than {@link #LEAST_BLOCKS} would want a
     * larger matrix, so the largest block size of which it has as many takes its place.
     */
    List<Integer> probed() {
        int most = Math.max(1, next.n() / LEAST_BLOCKS);
        int largest = Math.min(most, nbs.stream().max(Integer::compare).orElseThrow());
        int smallest = Math.min(most, nbs.stream().min(Integer::compare).orElseThrow());
        return Stream.of(largest, smallest < largest ? smallest : Math.max(1, largest / 2)).distinct().toList();
    }
}
