package hplhetero.results.history;

import hplhetero.hpl.result.CheckStatus;
import java.time.Instant;

/**
 * One earlier test, as the history keeps it. A number that is not known is NaN.
 *
 * @param start      when the test began
 * @param program    name and version of the program that ran the test, such as {@code hpl-hetero 0.1.0} or {@code HPLinpack 2.3}
 * @param machine    host of rank 0, and the number of other hosts, such as {@code node1} or {@code node1 + 3}
 * @param cpu        processor of rank 0's host
 * @param ranks      number of ranks started
 * @param variant    netlib's T/V code
 * @param n          order of the matrix
 * @param nb         blocking factor
 * @param p          process rows
 * @param q          process columns
 * @param seconds    wall time of the solve, in seconds
 * @param gflops     rate in GFLOPS
 * @param rpeakShare rate as a share of Rpeak, 0..1
 * @param joules     energy taken by all hosts, in joules
 * @param status     how the test ended
 */
public record HistoryEntry(Instant start, String program, String machine, String cpu, int ranks, String variant, int n, int nb, int p,
                           int q, double seconds, double gflops, double rpeakShare, double joules, CheckStatus status) {
}
