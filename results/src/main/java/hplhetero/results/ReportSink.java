package hplhetero.results;

import java.io.IOException;

/**
 * What hears of a sweep while it runs: a report in one format.
 *
 * <p>It is told by one thread at a time: {@link #begins} first and once; of each test {@link #solved}, unless it was skipped, and
 * {@link #finished}; before each test but the first {@link #waits}; {@link #ends} last and once, whatever ended the sweep. A sweep may
 * end before it begins, and in the check of a test. Then the thread that tells is the one that ends the JVM: nothing here may wait for
 * another. What comes after the end is no longer told. A sink that fails keeps no other one from being told.
 */
public interface ReportSink {

    /** Nothing was run yet. */
    default void begins(Sweep sweep) throws IOException {
    }

    /**
     * A test whose time is known and whose check comes next.
     *
     * @param test  its status is {@link hplhetero.hpl.result.CheckStatus#CHECKING}
     * @param soFar with this test as the last one
     */
    default void solved(TestResult test, Sweep soFar) throws IOException {
    }

    /**
     * The same test once it is checked, or one that was not solved.
     *
     * @param soFar with this test as the last one
     */
    default void finished(TestResult test, Sweep soFar) throws IOException {
    }

    /**
     * The next test begins: a sink that has put something off does it now where the time until it is told more is too long for that.
     *
     * @param seconds until this test is solved, roughly: about what the last one took, by their operations
     */
    default void waits(double seconds, Sweep soFar) throws IOException {
    }

    /** All that will be known of the sweep; where it was cut short, its last test may be one that was solved and not checked. */
    default void ends(Sweep sweep) throws IOException {
    }
}
