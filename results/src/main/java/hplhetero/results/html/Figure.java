package hplhetero.results.html;

import hplhetero.results.chart.Kind;
import java.util.List;

/**
 * A picture of the report, or the reason why there is none.
 *
 * @param title  title in a few words
 * @param svg    the picture; empty where it is missing
 * @param legend names and colours of what is drawn; empty where the picture names its lines itself
 * @param words  what the picture says, or why it is missing
 * @param wide   whether the picture takes the whole width of the page
 */
record Figure(String title, String svg, List<Kind> legend, String words, boolean wide) {
    Figure {
        legend = List.copyOf(legend);
    }

    /** Returns a figure with a picture that does not take the whole width of the page. The parameters are the record's components. */
    static Figure of(String title, String svg, List<Kind> legend, String words) {
        return new Figure(title, svg, legend, words, false);
    }

    /**
     * Returns a figure without a picture.
     *
     * @param title title in a few words
     * @param why   why there is no picture, in one sentence
     */
    static Figure missing(String title, String why) {
        return new Figure(title, "", List.of(), why, false);
    }

    /** Returns this figure over the whole width of the page. */
    Figure inFullWidth() {
        return new Figure(title, svg, legend, words, true);
    }

    /** Returns whether there is a picture. */
    boolean drawn() {
        return !svg.isEmpty();
    }
}
