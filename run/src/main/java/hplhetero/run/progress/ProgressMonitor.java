package hplhetero.run.progress;

import hplhetero.hpl.SolveListener;
import hplhetero.hpl.problem.HplCase;
import java.io.PrintStream;

/**
 * Shows the progress of solves. {@link #factored} is called by the solving thread and only stores numbers;
 * a daemon thread shows them. {@link #pause} takes the bar away so that others can write.
 */
public final class ProgressMonitor implements SolveListener, AutoCloseable {
    private static final long BAR_MILLIS = 200;
    private static final long LINE_MILLIS = 5_000;
    private static final int BAR_WIDTH = 30;
    private static final String ERASE_LINE = "\r\033[K";

    private final ProgressStyle style;
    private final PrintStream out;
    private final Thread painter;
    private volatile HplCase current;
    private volatile int columns;
    private volatile long nanos;
    private boolean drawn;

    /**
     * @param style not {@link ProgressStyle#AUTO}
     * @param out   standard error
     */
    public ProgressMonitor(ProgressStyle style, PrintStream out) {
        this.style = style;
        this.out = out;
        this.painter = Thread.ofPlatform().daemon().name("progress").unstarted(this::paint);
        if (style != ProgressStyle.NONE) {
            painter.start();
        }
    }

    @Override
    public void factored(HplCase hplCase, int columns, long nanos) {
        this.columns = columns;
        this.nanos = nanos;
        this.current = hplCase;
    }

    /** Shows nothing until the next {@link #factored}, and clears what is shown. */
    public synchronized void pause() {
        current = null;
        if (drawn) {
            out.print(ERASE_LINE);
            out.flush();
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
                Thread.sleep(style == ProgressStyle.BAR ? BAR_MILLIS : LINE_MILLIS);
                show();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void show() {
        HplCase hplCase = current;
        if (hplCase == null) {
            return;
        }
        Estimate estimate = Estimate.of(hplCase, columns, nanos);
        String which = "N=%d NB=%d %dx%d  ".formatted(hplCase.n(), hplCase.nb(), hplCase.p(), hplCase.q());
        if (style == ProgressStyle.BAR) {
            out.print(ERASE_LINE + which + bar(estimate.share()) + estimate.text());
            drawn = true;
        } else {
            out.println("hpl: " + which + estimate.text());
        }
        out.flush();
    }

    private static String bar(double share) {
        int full = (int) (share * BAR_WIDTH);
        return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "] ";
    }
}
