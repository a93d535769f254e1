package hplhetero.comm.liveness;

import java.time.Duration;

/**
 * How long a failure detector waits for each event, beside {@link hplhetero.comm.LivenessTimeouts}. A host that vanishes is noticed one
 * silence after its last heartbeat. A rank that does not poll is ended {@code grace} later (docs/decisions/0015).
 *
 * @param interval  the time between two heartbeats of a rank
 * @param goodbyes  the longest wait for the goodbyes of the other ranks, at an orderly end
 * @param scan      the time between two looks of rank 0 at all ranks
 * @param settle    the wait after a rank said that it failed, for news of another rank whose death was the cause
 * @param grace     the time that the rank's thread has to notice the run's end in a poll
 * @param unwinding the time that a rank's thread which has noticed the end has to close its failure detector; the longest wait of a rank
 *                  that ends the run for the decision of rank 0
 * @param shutdown  the longest wait for the reason to be printed, when a process is told to end
 * @param printing  the time that the rank's thread has to notice the end and to print why, when the process ends at that moment
 * @param connect   the longest wait for one address of rank 0 to answer
 * @param asking    the longest wait for one rank to tell what it waits for, when it polls
 * @param answers   the longest wait for all ranks to tell what they wait for
 */
record HeartbeatTiming(Duration interval, Duration goodbyes, Duration scan, Duration settle, Duration grace, Duration unwinding,
              Duration shutdown, Duration printing, Duration connect, Duration asking, Duration answers) {
    static final HeartbeatTiming USUAL = new HeartbeatTiming(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofMillis(200),
            Duration.ofMillis(100), Watchdog.GRACE, Duration.ofSeconds(3), Duration.ofSeconds(1),
            Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(2));
}
