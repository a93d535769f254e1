package hplhetero.run.progress;

import java.io.PrintStream;

/** Tells how many steps of something long are done, by a line every few seconds. Owner: the thread that does them. */
public final class StepProgress {
    private static final long LINE_NANOS = 5_000_000_000L;

    private final int steps;
    private final PrintStream out;
    private final long began = System.nanoTime();
    private long said = began;

    /** @param out standard error */
    public StepProgress(int steps, PrintStream out) {
        this.steps = steps;
        this.out = out;
    }

    /** So many are done. */
    public void done(int count) {
        long now = System.nanoTime();
        if (now - said >= LINE_NANOS && count < steps) {
            said = now;
            out.println("hpl: step " + count + " of " + steps + " after " + (now - began) / 1_000_000_000L + " s");
        }
    }
}
