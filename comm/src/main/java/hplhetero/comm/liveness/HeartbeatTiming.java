package hplhetero.comm.liveness;

import java.time.Duration;

/**
 * How long a failure detector waits for what, beside {@link hplhetero.comm.Patience}. A host that vanishes is noticed one silence after its
 * last heartbeat, and a rank that does not poll is ended {@code grace} later (docs/decisions/0015).
 *
 * @param interval  between two heartbeats of a rank
 * @param goodbyes  for the goodbyes of the others, at an orderly end
 * @param scan      between two looks of rank 0 at all ranks
 * @param settle    after a rank said that it failed, for the word of one whose death was the cause
 * @param grace     for the rank's thread to notice the run's end in a poll
 * @param unwinding for a rank's thread that has noticed to close its failure detector
 * @param shutdown  when a process is told to end, for the reason to be printed
 * @param printing  for the rank's thread to notice, and to print why, when the process ends at that moment
 * @param connect   for one address of rank 0 to answer
 * @param asking    for one rank to tell what it waits for, when it polls
 * @param answers   for all ranks to tell what they wait for
 */
record HeartbeatTiming(Duration interval, Duration goodbyes, Duration scan, Duration settle, Duration grace, Duration unwinding,
              Duration shutdown, Duration printing, Duration connect, Duration asking, Duration answers) {
    static final HeartbeatTiming USUAL = new HeartbeatTiming(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofMillis(200),
            Duration.ofMillis(100), Watchdog.GRACE, Duration.ofSeconds(3), Duration.ofSeconds(1),
            Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(2));
}
