package hplhetero.run.progress;

import hplhetero.hpl.SolveListener;
import hplhetero.hpl.problem.HplCase;
import hplhetero.run.terminal.Terminal;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Shows progress: a bar on a terminal, a line every few seconds elsewhere. A working thread only leaves words and numbers here, some stores
 * a panel; a daemon thread of the monitor shows them. {@link #pause} removes the bar so that others can write.
 */
public final class ProgressMonitor implements SolveListener, AutoCloseable {
    private static final long BAR_MILLIS = 200;
    private static final long LINE_MILLIS = 5_000;
    /** Seconds after which something is shown. What is over sooner is not worth a bar. */
    private static final double LEAST_SECONDS = 0.3;
    private static final double NANO = 1e-9;
    private static final String GENERATING = "generating A";
    private static final String CHECKING = "checking";
    /** Words for people, by the name that ranks give a phase. */
    private static final Map<String, String> WORDS = Map.of("greeting", "finding the other ranks");

    /**
     * A stage of work that takes time.
     *
     * @param name            name for people
     * @param began           time at which the stage began, by the monitor's clock, in nanoseconds
     * @param expectedSeconds seconds that the stage is expected to take; 0 where this is not known
     * @param steps           number of steps of the stage; 0 where they are not counted
     */
    private record Stage(String name, long began, double expectedSeconds, long steps) {
        /**
         * Returns the seconds since the stage began.
         *
         * @param now time by the monitor's clock, in nanoseconds
         */
        double seconds(long now) {
            return (now - began) * NANO;
        }
    }

    private final ProgressStyle style;
    private final PrintStream out;
    private final Bar bar;
    private final LongSupplier nanoTime;
    /** Milliseconds between two updates of what is shown. */
    private final long pauseMillis;
    private final Thread painter;
    /** Seconds that phases are expected to take, by name. */
    private final Map<String, Double> expected = new ConcurrentHashMap<>();
    /** The stage that goes on; null while nothing is shown. Written by any thread. */
    private volatile Stage stage;
    /** Number of steps done of the stage. Written by any thread. */
    private volatile long stepsDone;
    /** Share that is done of a stage without counted steps, 0 to 1; NaN where it is not known. Written by any thread. */
    private volatile double shareDone = Double.NaN;
    /** Number of the test such as {@code 2/7}, with a blank behind; empty for a single test. */
    private volatile String test = "";
    private volatile String kernels = "";
    /** The test that is being solved; null while none is. */
    private volatile HplCase current;
    /** Columns of the matrix that are factored. Written by the solving thread. */
    private volatile int columns;
    /** Nanoseconds of the solve so far. Written by the solving thread. */
    private volatile long nanos;
    /** Whether a bar is on the screen; guarded by this object. */
    private boolean drawn;

    /**
     * Begins to show progress.
     *
     * @param style   the style, not {@link ProgressStyle#AUTO}
     * @param out     standard error
     * @param columns number of columns of a line on standard error
     */
    public ProgressMonitor(ProgressStyle style, PrintStream out, int columns) {
        this(style, out, columns, System::nanoTime, style == ProgressStyle.BAR ? BAR_MILLIS : LINE_MILLIS);
    }

    /**
     * Begins to show progress.
     *
     * @param style       the style, not {@link ProgressStyle#AUTO}
     * @param out         standard error
     * @param columns     number of columns of a line on standard error
     * @param nanoTime    the clock that times stages, in nanoseconds
     * @param pauseMillis milliseconds between two updates of what is shown
     */
    ProgressMonitor(ProgressStyle style, PrintStream out, int columns, LongSupplier nanoTime, long pauseMillis) {
        this.nanoTime = nanoTime;
        this.pauseMillis = pauseMillis;
        this.style = style;
        this.out = out;
        this.bar = new Bar(columns, line -> Terminal.status(out, line));
        this.painter = Thread.ofPlatform().daemon().name("progress").unstarted(this::paint);
        if (style != ProgressStyle.NONE) {
            painter.start();
        }
    }

    /**
     * Sets the part of the program's work that goes on from now on, such as the generation of the matrix, and restarts its clock. The part
     * has no counted steps. May be called from any thread.
     *
     * @param phase name of the part of the work, as the solver calls it or for people
     */
    public void begins(String phase) {
        Stage last = stage;
        // the check generates A once more, so it is expected to take as long
        if (last != null && last.name.equals(GENERATING)) {
            double solve = current == null ? 0 : nanos * NANO;
            expected.put(CHECKING, last.seconds(nanoTime.getAsLong()) - solve);
        }
        begins(WORDS.getOrDefault(phase, phase), 0);
    }

    /**
     * Sets the part of the program's work that goes on from now on, such as the generation of the matrix, and restarts its clock. May be
     * called from any thread.
     *
     * @param phase name of the part of the work, for people
     * @param steps number of steps of this work, of which {@link #done} tells how many are over; 0 where steps are not counted
     */
    public void begins(String phase, long steps) {
        stepsDone = 0;
        shareDone = Double.NaN;
        stage = new Stage(phase, nanoTime.getAsLong(), expected.getOrDefault(phase, 0.0), steps);
        current = null;
    }

    /**
     * Replaces the name of the work that {@link #begins} has begun by a more precise one. The clock of this work runs on, but its number of
     * steps and expected time are forgotten. May be called from any thread.
     *
     * @param what the new name, for people
     */
    public void goesOn(String what) {
        Stage last = stage;
        stage = new Stage(what, last == null ? nanoTime.getAsLong() : last.began, 0, 0);
    }

    /**
     * Sets how many steps of the present phase are done so far. May be called from any thread.
     *
     * @param steps number of steps since the phase began
     */
    public void done(long steps) {
        stepsDone = steps;
    }

    /**
     * Sets the share of the present phase that is done so far, where its steps are not counted. May be called from any thread.
     *
     * @param share the share, 0 to 1
     */
    public void share(double share) {
        shareDone = share;
    }

    /**
     * Sets how long a part of the work that has not begun yet will take, so that its bar can show a share of this time.
     *
     * @param phase   name of the part of the work, as {@link #begins(String, long)} will get it
     * @param seconds rough time that it will take, in seconds
     */
    public void expect(String phase, double seconds) {
        expected.put(phase, seconds);
    }

    /**
     * Sets the test for which everything is done from now on.
     *
     * @param number number of the test, from 1
     * @param of     number of tests
     */
    public void test(int number, int of) {
        test = of > 1 ? number + "/" + of + " " : "";
    }

    /**
     * Sets the names of the compute kernels (BLAS libraries or devices) with which the coming tests are solved. They are shown beside N, NB
     * and grid.
     *
     * @param names the kernels of all ranks, for people; each name once
     */
    public void by(List<String> names) {
        kernels = " on " + String.join("+", names);
    }

    @Override
    public void factored(HplCase hplCase, int columns, long nanos) {
        this.columns = columns;
        this.nanos = nanos;
        this.current = hplCase;
    }

    /** Shows nothing until the next {@link #begins} or {@link #factored}, and clears what is shown. */
    public synchronized void pause() {
        stage = null;
        current = null;
        if (drawn) {
            Terminal.status(out, "");
            drawn = false;
        }
    }

    @Override
    public void close() {
        painter.interrupt();
        pause();
    }

    private void paint() {
        try {
            while (true) {
                Thread.sleep(pauseMillis);
                show();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void show() {
        HplCase hplCase = current;
        Stage now = stage;
        double seconds = now == null ? 0 : now.seconds(nanoTime.getAsLong());
        if (hplCase != null) {
            Estimate estimate = Estimate.of(hplCase, columns, nanos);
            show("N=%d NB=%d %dx%d%s".formatted(hplCase.n(), hplCase.nb(), hplCase.p(), hplCase.q(), kernels), estimate.share(),
                    nanos * NANO, estimate.text());
        } else if (seconds > LEAST_SECONDS) {
            double share = now.steps > 0 ? (double) stepsDone / now.steps
                    : now.expectedSeconds > 0 ? Math.min(1, seconds / now.expectedSeconds) : shareDone;
            show(now.name, share, seconds, text(now, share, seconds));
        }
    }

    private void show(String name, double share, double seconds, String message) {
        if (style == ProgressStyle.BAR) {
            bar.show(test + name, share, seconds, message);
            drawn = true;
        } else {
            String done = Double.isNaN(share) ? "" : "%3.0f %%, ".formatted(100 * share);
            out.println("hpl: " + test + name + ": " + done + Estimate.duration(seconds) + " so far"
                    + (message.isEmpty() ? "" : ", " + message));
            out.flush();
        }
    }

    /** Returns steps and time left in words, such as {@code step 7 of 64, 12 s left}. */
    private String text(Stage now, double share, double seconds) {
        String steps = now.steps > 0 ? "step " + stepsDone + " of " + now.steps : "";
        if (!(share > 0) || share >= 1) {
            return steps;
        }
        double left = seconds * (1 - share) / share;
        return steps + (steps.isEmpty() ? "about " : ", ") + Estimate.duration(left) + " left";
    }
}
