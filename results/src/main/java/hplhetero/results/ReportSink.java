package hplhetero.results;

import java.io.IOException;

/**
 * A report in one format, which is told of a sweep while it runs.
 *
 * <p>One thread at a time calls a sink. {@link #begins} comes first and once. Each test that was not skipped causes {@link #solved}, and
 * each test that was checked or not solved causes {@link #finished}. Each test but the first is preceded by {@link #waits}. {@link #ends}
 * comes last and once, whatever ended the sweep; later calls are not made. A sink that fails keeps no other sink from being called.
 *
 * <p>A sweep may end before it begins, and while a test is being checked. The calling thread is then the one that ends the JVM, so no
 * method here may wait for another thread.
 */
public interface ReportSink {

    /** Reports the description and the parameters of a sweep, before any test has run. */
    default void begins(Sweep sweep) throws IOException {
    }

    /**
     * Reports a test whose time is known and whose check comes next.
     *
     * @param test  the test, whose status is {@link hplhetero.hpl.result.CheckStatus#CHECKING}
     * @param soFar the sweep so far, with this test as the last one
     */
    default void solved(TestResult test, Sweep soFar) throws IOException {
    }

    /**
     * Reports a test that has been checked, or that was not solved.
     *
     * @param test  the test, with its final status
     * @param soFar the sweep so far, with this test as the last one
     */
    default void finished(TestResult test, Sweep soFar) throws IOException {
    }

    /**
     * Announces that the next test begins. A sink that has put off some work does this work now, if it should not wait until the next test
     * is solved.
     *
     * @param seconds rough time until the next test is solved, from the time of the last test and the operations of both
     * @param soFar   the sweep so far, without the next test
     */
    default void waits(double seconds, Sweep soFar) throws IOException {
    }

    /** Reports all that will be known of a sweep. Where the sweep was cut short, its last test may have been solved but not checked. */
    default void ends(Sweep sweep) throws IOException {
    }
}
