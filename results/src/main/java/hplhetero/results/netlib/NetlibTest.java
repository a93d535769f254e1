package hplhetero.results.netlib;

import hplhetero.hpl.result.CheckStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * A test as a text of netlib's form has it. Words that the text does not say are empty.
 *
 * @param program  that wrote it, and its version, such as {@code HPLinpack 2.3}
 * @param host     where rank 0 ran
 * @param cpu      its processor
 * @param slowdown how many times slower ranks were made on purpose, by rank
 * @param variant  the T/V code
 * @param n        order of the matrix
 * @param nb       blocking factor
 * @param p        process rows
 * @param q        process columns
 * @param seconds  wall time; where the text rounds it to nothing, that of the rate
 * @param gflops   rate
 * @param start    when it began, or when the part of the text was written in which it stands; empty where the text says neither
 * @param status   how it ended; {@link CheckStatus#CHECKING} where the text ends before that
 */
public record NetlibTest(String program, String host, String cpu, String slowdown, String variant, int n, int nb, int p, int q,
                         double seconds, double gflops, Optional<Instant> start, CheckStatus status) {
}
