package hplhetero.results.chart;

/** The colours of ranks, and of whatever else has a number. */
public final class RankColors {
    /** The colours of the first ranks: those of Okabe and Ito, which colour-blind people can tell apart too. */
    private static final String[] FIRST = {"#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442", "#7f7f7f"};
    /** The step from one hue to the next. Steps of the golden ratio around the circle of hues never come close to an earlier hue. */
    private static final double GOLDEN = 0.618033988749895;
    private static final double[] SATURATIONS = {0.75, 0.45, 0.9};
    private static final double[] VALUES = {0.85, 0.65, 0.5};

    private RankColors() {
    }

    /** Returns the colour in which all pictures show a rank, as SVG takes it. */
    public static String of(int rank) {
        if (rank < FIRST.length) {
            return FIRST[rank];
        }
        return rgb(rank * GOLDEN % 1, SATURATIONS[rank % SATURATIONS.length], VALUES[rank / 2 % VALUES.length]);
    }

    /**
     * Returns the colour of a rank for a picture in an HTML page, as an SVG attribute takes it. For ranks 0 to 7 the page's style sheet may
     * set other colours, by the variables {@code --c0} to {@code --c7}; other ranks have the colour of {@link #of}.
     *
     * @param rank number of the rank, from 0
     */
    public static String inPage(int rank) {
        return rank < FIRST.length ? Theme.PAGE.colour("c" + rank, FIRST[rank]) : of(rank);
    }

    private static String rgb(double hue, double saturation, double value) {
        return String.format("#%02x%02x%02x", channel(hue, 5, saturation, value), channel(hue, 3, saturation, value),
                channel(hue, 1, saturation, value));
    }

    /** Returns one channel of a colour, 0..255. Hue, saturation and value are 0..1; n is 5 for red, 3 for green, 1 for blue. */
    private static int channel(double hue, int n, double saturation, double value) {
        double k = (n + 6 * hue) % 6;
        return (int) Math.round(255 * (value - value * saturation * Math.max(0, Math.min(Math.min(k, 4 - k), 1))));
    }
}
