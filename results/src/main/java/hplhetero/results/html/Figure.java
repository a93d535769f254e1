package hplhetero.results.html;

import hplhetero.results.chart.Kind;
import java.util.List;

/**
 * A picture of the report; or, where there is nothing to draw, why it is missing.
 *
 * @param title  in a few words
 * @param svg    the picture; empty where it is missing
 * @param legend of its colours; empty where the picture names its lines itself
 * @param words  what it says, or why it is missing
 * @param wide   whether it takes the whole width of the page
 */
record Figure(String title, String svg, List<Kind> legend, String words, boolean wide) {
    Figure {
        legend = List.copyOf(legend);
    }

    static Figure of(String title, String svg, List<Kind> legend, String words) {
        return new Figure(title, svg, legend, words, false);
    }

    /** @param why one sentence */
    static Figure missing(String title, String why) {
        return new Figure(title, "", List.of(), why, false);
    }

    Figure inFullWidth() {
        return new Figure(title, svg, legend, words, true);
    }

    boolean drawn() {
        return !svg.isEmpty();
    }
}
