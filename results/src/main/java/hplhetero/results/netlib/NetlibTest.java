package hplhetero.results.netlib;

import hplhetero.hpl.result.CheckStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * A test that a text in netlib's form reports. A string that the text does not say is empty.
 *
 * @param program  name and version of the program that wrote the text, such as {@code HPLinpack 2.3}
 * @param host     host of rank 0
 * @param cpu      processor of rank 0's host
 * @param slowdown how many times slower ranks were made on purpose, by rank
 * @param variant  the T/V code
 * @param n        order of the matrix
 * @param nb       blocking factor
 * @param p        process rows
 * @param q        process columns
 * @param seconds  wall time in seconds; computed from the rate if the text rounds the time to zero
 * @param gflops   rate in GFLOPS
 * @param start    when the test began, or when the part of the text with the test was written; empty where the text says neither
 * @param moved    whether the text says that block columns changed owners while the test ran
 * @param status   how the test ended; {@link CheckStatus#CHECKING} if the text ends before it says so
 */
public record NetlibTest(String program, String host, String cpu, String slowdown, String variant, int n, int nb, int p, int q,
                         double seconds, double gflops, Optional<Instant> start, boolean moved, CheckStatus status) {
}
