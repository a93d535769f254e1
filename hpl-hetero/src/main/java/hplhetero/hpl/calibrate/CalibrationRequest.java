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
 * @param time            how much and for how long is measured
 */
public record CalibrationRequest(HplCase next, List<Integer> nbs, long hostMemoryBytes, Peak peak, MeasuringTime time) {
    /** Least number of blocks on a side of the matrix that is measured: a smaller matrix has no sizes to tell apart. */
    static final int LEAST_BLOCKS = 4;

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when there is no block size, or a block size is less than 1
     */
    public CalibrationRequest {
        nbs = List.copyOf(nbs);
        if (nbs.isEmpty() || nbs.stream().anyMatch(nb -> nb < 1)) {
            throw new IllegalArgumentException("nbs=" + nbs + ": must be block sizes >= 1");
        }
    }

    /** Returns the bytes of the whole matrix of a run. */
    public static long matrixBytes(HplCase run) {
        return LocalProbe.bytes(run.n());
    }

    /**
     * Returns the block sizes that are measured: the largest of the run's block sizes and a smaller one. With one block size alone the
     * terms of the models could not be told apart. A block size of which the run's matrix has fewer than {@link #LEAST_BLOCKS} would want a
     * larger matrix, so the largest block size of which it has as many takes its place.
     */
    List<Integer> probed() {
        return probed(next.n());
    }

    /**
     * Returns the block sizes that are measured on a matrix of this order or less, see {@link #probed()}.
     *
     * @param order largest order of the matrix that there is time to measure on
     */
    List<Integer> probed(int order) {
        int most = Math.max(1, Math.min(order, next.n()) / LEAST_BLOCKS);
        int largest = Math.min(most, nbs.stream().max(Integer::compare).orElseThrow());
        int smallest = Math.min(most, nbs.stream().min(Integer::compare).orElseThrow());
        return Stream.of(largest, smallest < largest ? smallest : Math.max(1, largest / 2)).distinct().toList();
    }
}
