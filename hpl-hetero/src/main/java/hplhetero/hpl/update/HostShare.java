package hplhetero.hpl.update;

import hplhetero.blas.HostPart;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The share of a rank's columns that its workers update beside a device, chosen so that both end together. At first it follows rates
 * measured before, then the time that each panel step took, with all that belongs to the step. Rates count multiply-adds of the product.
 * Owner: the rank's thread; between the begin of a step and its end each worker notes what it has done in a line of its own.
 */
final class HostShare {
    /**
     * Smallest share worth while: a smaller one takes workers from the panels that the device waits for, for less than it gains. Measured.
     */
    private static final double LEAST = 0.05;
    /**
     * Largest share beside a device: with a larger one, the device is not worth carrying each panel there, and the host takes all columns.
     */
    private static final double MOST = 0.85;
    /** Weight of the last step's rate, against the mean of all steps before it. */
    private static final double WEIGHT = 0.5;
    /** Longs in a worker's line: so many that no cache line, nor the adjacent one, holds numbers of two workers. */
    private static final int LINE_LONGS = 32;
    private static final int DEVICE_END = 0;
    private static final int HOST_BEGIN = 1;
    private static final int HOST_END = 2;

    private final OptionalDouble fixed;
    private final HostPart part;
    private final double firstDeviceRate;
    private final double firstHostRate;
    /** Rate of the device, in multiply-adds a second. */
    private double deviceRate;
    private double hostRate;
    /** Seconds from the begin of a step for which the host's workers are busy with the next panel before they take columns. */
    private double lateSeconds;
    /** Multiply-adds of the current step that the device takes. */
    private double deviceWork;
    /** Multiply-adds of the current step that the host's workers take. */
    private double hostWork;
    /** Time at which the current step began, by the clock of the rank's timers. */
    private long begin;
    /** Time at which the host's workers had done with the next panel, by the clock of the rank's timers. */
    private long letIn;
    /**
     * Times by the clock of the rank's timers, in a line of {@link #LINE_LONGS} for each worker and written by it only: the end of the
     * device's last task, and the begin of the first and the end of the last task of its own; 0 where there was none.
     */
    private final long[] nanos;
    /** Multiply-adds of the whole solve so far that the host's workers took. */
    private double takenWork;
    private double allWork;

    /**
     * Makes the share of a rank.
     *
     * @param part    the host's kernels and rates
     * @param helpers number of the rank's workers that can take columns while the device computes
     * @param workers number of the rank's workers
     */
    HostShare(HostPart part, int helpers, int workers) {
        this.part = part;
        fixed = part.share();
        firstDeviceRate = fixed.isPresent() ? 0 : part.deviceFlops() / 2;
        firstHostRate = fixed.isPresent() ? 0 : part.workerFlops() / 2 * helpers;
        nanos = new long[workers * LINE_LONGS];
        reset();
    }

    /** Forgets what was learnt, as a solve begins. */
    void reset() {
        deviceRate = firstDeviceRate;
        hostRate = firstHostRate;
        lateSeconds = 0;
        deviceWork = 0;
        hostWork = 0;
        takenWork = 0;
        allWork = 0;
    }

    /** Returns the host's share, 0..1, of the columns of the first step. */
    double first() {
        return fixed.isPresent() ? part.share().orElse(0) : settled(hostRate / (hostRate + deviceRate));
    }

    private static double settled(double share) {
        return share > MOST ? 1 : share < LEAST ? 0 : share;
    }

    /** Returns whether the user gave the host's share, so that it is not measured. */
    boolean isFixed() {
        return fixed.isPresent();
    }

    /**
     * Returns the share, 0..1, with which host and device would end the next step together.
     *
     * @param work multiply-adds of the step
     */
    double next(double work) {
        learn();
        if (fixed.isPresent()) {
            return part.share().orElse(0);
        }
        double host = (work / deviceRate - lateSeconds) / (1 / deviceRate + 1 / hostRate);
        return work > 0 ? settled(host / work) : 0;
    }

    /**
     * Notes that a step begins.
     *
     * @param deviceWork multiply-adds that the device takes
     * @param hostWork   multiply-adds that the host's workers take
     * @param now        time of the step's begin, by the clock of the rank's timers
     */
    void begin(double deviceWork, double hostWork, long now) {
        this.deviceWork = deviceWork;
        this.hostWork = hostWork;
        takenWork += hostWork;
        allWork += deviceWork + hostWork;
        begin = now;
        letIn = now;
        Arrays.fill(nanos, 0);
    }

    /** Notes that the host's workers have done their part of the next panel, so that from {@code now} on they may update columns. */
    void letIn(long now) {
        letIn = now;
    }

    /** Notes that at time {@code now} the device has finished a task that a worker gave it. Called by this worker. */
    void deviceDid(int worker, long now) {
        nanos[worker * LINE_LONGS + DEVICE_END] = now;
    }

    /** Notes that a worker has computed a task on the host itself, from time {@code since} to {@code now}. Called by this worker. */
    void hostDid(int worker, long since, long now) {
        int line = worker * LINE_LONGS;
        nanos[line + HOST_BEGIN] = nanos[line + HOST_BEGIN] == 0 ? since : nanos[line + HOST_BEGIN];
        nanos[line + HOST_END] = now;
    }

    /** Learns rates from the step that has ended. */
    private void learn() {
        if (deviceWork > 0) {
            long end = begin + 1;
            for (int line = 0; line < nanos.length; line += LINE_LONGS) {
                end = Math.max(end, nanos[line + DEVICE_END]);
            }
            deviceRate += WEIGHT * (deviceWork * 1e9 / (end - begin) - deviceRate);
        }
        double late = (letIn - begin) * 1e-9;
        if (hostWork > 0) {
            long first = Long.MAX_VALUE;
            long end = 0;
            for (int line = 0; line < nanos.length; line += LINE_LONGS) {
                first = nanos[line + HOST_BEGIN] == 0 ? first : Math.min(first, nanos[line + HOST_BEGIN]);
                end = Math.max(end, nanos[line + HOST_END]);
            }
            hostRate += WEIGHT * (hostWork * 1e9 / Math.max(1, end - first) - hostRate);
            late = (first - begin) * 1e-9;
        }
        if (deviceWork + hostWork > 0) {
            lateSeconds += WEIGHT * (late - lateSeconds);
        }
        deviceWork = 0;
        hostWork = 0;
    }

    /** Returns the share, 0..1, of all work of the solve so far that the host's workers took. */
    double taken() {
        return allWork == 0 ? 0 : takenWork / allWork;
    }
}
