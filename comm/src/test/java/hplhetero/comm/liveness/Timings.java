package hplhetero.comm.liveness;

import java.time.Duration;

/** Timings of failure detectors that tests need not wait for long. A rank that polls has much time to answer, on a busy machine too. */
final class Timings {
    private static final Duration ANSWERS = Duration.ofSeconds(30);

    private Timings() {
    }

    /**
     * Returns the usual timing for heartbeats that follow each other as fast as is said: rank 0 looks at all ranks, and settles on a
     * cause, as many times a heartbeat as usual. Each rank has the usual time to notice the run's end, however busy the machine is.
     *
     * @param interval between two heartbeats of a rank
     */
    static HeartbeatTiming every(Duration interval) {
        return every(interval, HeartbeatTiming.USUAL.grace());
    }

    /**
     * Returns a timing for heartbeats that follow each other as fast as is said.
     *
     * @param interval between two heartbeats of a rank
     * @param grace    for the rank's thread to notice the run's end in a poll
     */
    static HeartbeatTiming every(Duration interval, Duration grace) {
        HeartbeatTiming usual = HeartbeatTiming.USUAL;
        return new HeartbeatTiming(interval, usual.goodbyes(), interval.dividedBy(5), interval.dividedBy(10), grace, usual.unwinding(),
                usual.shutdown(), usual.printing(), usual.connect(), ANSWERS, ANSWERS);
    }
}
