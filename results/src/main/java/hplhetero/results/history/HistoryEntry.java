package hplhetero.results.history;

import hplhetero.hpl.result.CheckStatus;
import java.time.Instant;

/**
 * One test that was run some time, as the history keeps it. A number that is not known is NaN.
 *
 * @param start      when
 * @param program    that ran it, and its version, such as {@code hpl-hetero 0.1.0} or {@code HPLinpack 2.3}
 * @param machine    the host of rank 0, and how many others there were, such as {@code node1} or {@code node1 + 3}
 * @param cpu        its processor
 * @param ranks      started
 * @param variant    netlib's T/V code
 * @param n          order of the matrix
 * @param nb         blocking factor
 * @param p          process rows
 * @param q          process columns
 * @param seconds    wall time
 * @param gflops     rate
 * @param rpeakShare share of Rpeak, 0..1
 * @param joules     taken by all hosts
 * @param status     how it ended
 */
public record HistoryEntry(Instant start, String program, String machine, String cpu, int ranks, String variant, int n, int nb, int p,
                           int q, double seconds, double gflops, double rpeakShare, double joules, CheckStatus status) {
}
