package hplhetero.run.progress;

import java.text.DecimalFormat;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import me.tongfei.progressbar.DefaultProgressBarRenderer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;

/**
 * A progress bar in one line, drawn by a library (ProgressBar). The library opens no terminal, because it gets a consumer of ours, and
 * draws nothing by itself, because its interval never ends. Owner: the thread that paints.
 */
final class Bar {
    private static final int PARTS = 1000;
    private static final double MILLI = 1e3;
    private static final int NEVER_MILLIS = Integer.MAX_VALUE;

    private final int columns;
    private final Consumer<String> line;
    private ProgressBar bar;
    /** The thread that draws now; null while none does. The library's own thread would draw a new bar once, which this field prevents. */
    private volatile Thread drawing;

    /**
     * Makes a bar that shows nothing yet.
     *
     * @param columns number of columns of the line
     * @param line    shows a line in place of the one before; called on the thread that calls {@link #show}
     */
    Bar(int columns, Consumer<String> line) {
        this.columns = columns;
        this.line = line;
    }

    /**
     * Draws the bar in its present state.
     *
     * @param name    what goes on
     * @param share   share that is done, 0..1; NaN where it is not known
     * @param seconds seconds so far
     * @param message text behind the bar
     */
    void show(String name, double share, double seconds, String message) {
        if (bar == null || !bar.getTaskName().equals(name)) {
            forget();
            bar = new ProgressBarBuilder().setTaskName(name).setInitialMax(Double.isNaN(share) ? -1 : PARTS)
                    .setUpdateIntervalMillis(NEVER_MILLIS).startsFrom(0, Duration.ofMillis((long) (MILLI * seconds)))
                    .setRenderer(new Renderer()).setConsumer(new Line()).build();
        }
        bar.maxHint(Double.isNaN(share) ? -1 : PARTS);
        bar.stepTo(Double.isNaN(share) ? bar.getCurrent() + 1 : Math.round(share * PARTS));
        bar.setExtraMessage(message);
        drawing = Thread.currentThread();
        bar.refresh();
        drawing = null;
    }

    /** Ends the current bar, so that the next call of {@link #show} begins another. What is shown stays. */
    void forget() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    /** A renderer that leaves out the count of parts, and the percentage where no share is known. */
    private static final class Renderer extends DefaultProgressBarRenderer {
        Renderer() {
            super(ProgressBarStyle.ASCII, "", 1, false, new DecimalFormat(), ChronoUnit.SECONDS, false, state -> Optional.empty());
        }

        @Override
        protected String ratio(ProgressState state) {
            return "";
        }

        @Override
        protected String percentage(ProgressState state) {
            return state.isIndefinite() ? "" : super.percentage(state);
        }
    }

    private final class Line implements ProgressBarConsumer {
        @Override
        public int getMaxRenderedLength() {
            return columns - 1;
        }

        @Override
        public void accept(String drawn) {
            if (Thread.currentThread() == drawing) {
                line.accept(drawn.stripTrailing());
            }
        }

        @Override
        public void close() {
            // nothing to close: the line belongs to the caller
        }
    }
}
