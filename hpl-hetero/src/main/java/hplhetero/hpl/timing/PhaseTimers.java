package hplhetero.hpl.timing;

import hplhetero.hpl.result.Phase;
import java.util.EnumMap;
import java.util.Map;

/** Nanoseconds per phase and worker of one rank. Each worker adds to its own line; read when all are idle. */
public final class PhaseTimers {
    /** Longs in a line: lines of two workers share no cache line. */
    private static final int LINE_LONGS = 32;

    private final long[] nanos;
    private final int workers;

    public PhaseTimers(int workers) {
        this.workers = workers;
        nanos = new long[(workers + 1) * LINE_LONGS];
    }

    /**
     * Adds the time since {@code start} to a phase.
     *
     * @return now, the start of what follows
     */
    public long add(int worker, Phase phase, long start) {
        long now = System.nanoTime();
        nanos[(worker + 1) * LINE_LONGS + phase.ordinal()] += now - start;
        return now;
    }

    /** Worker seconds per phase; what none of them covers of {@code wall} seconds is waiting. */
    public Map<Phase, Double> seconds(double wall) {
        Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
        double busy = 0;
        for (Phase phase : Phase.values()) {
            long sum = 0;
            for (int w = 0; w < workers; w++) {
                sum += nanos[(w + 1) * LINE_LONGS + phase.ordinal()];
            }
            seconds.put(phase, sum * 1e-9);
            busy += phase == Phase.WAITING ? 0 : sum * 1e-9;
        }
        seconds.put(Phase.WAITING, Math.max(0, workers * wall - busy));
        return seconds;
    }

    /** Forgets everything. */
    public void reset() {
        java.util.Arrays.fill(nanos, 0);
    }
}
