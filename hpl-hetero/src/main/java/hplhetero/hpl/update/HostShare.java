package hplhetero.hpl.update;

import hplhetero.blas.HostPart;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Which share of a rank's columns its workers take beside a device, so that both end together: first by what was measured of them before,
 * then by what each panel step took, with all that belongs to it. Rates count multiply-adds of the product. Owner: the rank's thread;
 * between the begin of a step and its end each worker says for itself what it has done.
 */
final class HostShare {
    /** A smaller one takes workers from the panels that the device waits for, for less than it gains: measured. */
    private static final double LEAST = 0.05;
    /** With a larger one the device is not worth carrying each panel there. */
    private static final double MOST = 0.85;
    /** Of the last step, against all before it. */
    private static final double WEIGHT = 0.5;
    /** Between numbers that different workers write: a cache line, and that beside it. */
    private static final int LINE_LONGS = 32;
    private static final int DEVICE_END = 0;
    private static final int HOST_BEGIN = 1;
    private static final int HOST_END = 2;

    private final OptionalDouble fixed;
    private final HostPart part;
    private final double firstDeviceRate;
    private final double firstHostRate;
    /** Multiply-adds a second. */
    private double deviceRate;
    private double hostRate;
    /** For which the host's workers are busy with the next panel before they take columns. */
    private double lateSeconds;
    private double deviceWork;
    private double hostWork;
    private long begin;
    private long letIn;
    private final long[] nanos;
    /** Of the whole solve. */
    private double takenWork;
    private double allWork;

    /**
     * @param helpers of the rank's workers, those that can take columns while the device computes
     * @param workers of the rank
     */
    HostShare(HostPart part, int helpers, int workers) {
        this.part = part;
        fixed = part.share();
        firstDeviceRate = fixed.isPresent() ? 0 : part.deviceFlops() / 2;
        firstHostRate = fixed.isPresent() ? 0 : part.workerFlops() / 2 * helpers;
        nanos = new long[workers * LINE_LONGS];
        reset();
    }

    /** A solve begins. */
    void reset() {
        deviceRate = firstDeviceRate;
        hostRate = firstHostRate;
        lateSeconds = 0;
        deviceWork = 0;
        hostWork = 0;
        takenWork = 0;
        allWork = 0;
    }

    /** Of the first step. */
    double first() {
        return fixed.isPresent() ? part.share().orElse(0) : settled(hostRate / (hostRate + deviceRate));
    }

    private static double settled(double share) {
        return share > MOST ? 1 : share < LEAST ? 0 : share;
    }

    /** Whether somebody has said how large it is. */
    boolean isFixed() {
        return fixed.isPresent();
    }

    /**
     * The share with which both would end together.
     *
     * @param work of the step, multiply-adds
     */
    double next(double work) {
        learn();
        if (fixed.isPresent()) {
            return part.share().orElse(0);
        }
        double host = (work / deviceRate - lateSeconds) / (1 / deviceRate + 1 / hostRate);
        return work > 0 ? settled(host / work) : 0;
    }

    /** A step begins. */
    void begin(double deviceWork, double hostWork, long now) {
        this.deviceWork = deviceWork;
        this.hostWork = hostWork;
        takenWork += hostWork;
        allWork += deviceWork + hostWork;
        begin = now;
        letIn = now;
        Arrays.fill(nanos, 0);
    }

    /** The workers have done with the next panel. */
    void letIn(long now) {
        letIn = now;
    }

    /** The device has done a task of this worker's. */
    void deviceDid(int worker, long now) {
        nanos[worker * LINE_LONGS + DEVICE_END] = now;
    }

    /** The worker has done a task. */
    void hostDid(int worker, long since, long now) {
        int line = worker * LINE_LONGS;
        nanos[line + HOST_BEGIN] = nanos[line + HOST_BEGIN] == 0 ? since : nanos[line + HOST_BEGIN];
        nanos[line + HOST_END] = now;
    }

    /** From the step that has ended. */
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

    /** Of all work of the solve so far, what the host's workers took. */
    double taken() {
        return allWork == 0 ? 0 : takenWork / allWork;
    }
}
