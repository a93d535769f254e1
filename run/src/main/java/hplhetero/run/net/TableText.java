package hplhetero.run.net;

import hplhetero.network.topology.Link;
import java.util.Locale;

/** Text for the cells and headings of the tables of {@code hpl net}. */
final class TableText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

    private TableText() {
    }

    /**
     * Returns the heading of a table, such as {@code alltoall, 64 KiB}, with the empty line before it.
     *
     * @param collective name of the collective
     * @param bytes      size of the collective's messages, in bytes
     */
    static String heading(String collective, long bytes) {
        return "\n" + collective + ", " + bytes(bytes) + "\n";
    }

    private static String bytes(long bytes) {
        int unit = 0;
        while (unit < UNITS.length - 1 && bytes != 0 && bytes % (1L << 10 * (unit + 1)) == 0) {
            unit++;
        }
        return (bytes >> 10 * unit) + " " + UNITS[unit];
    }

    /** Returns a time in seconds as text with four significant digits, without the unit. */
    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.4g", seconds);
    }

    /** Returns a ratio as text with two decimals. */
    static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** Returns a part as a percentage of a whole, or a dash where the whole is 0. */
    static String share(double part, double whole) {
        return whole > 0 ? Math.round(100 * part / whole) + " %" : "-";
    }

    /**
     * Returns the two ends of a link in words.
     *
     * @param link the link; null where there is none
     */
    static String link(Link link) {
        return link == null ? "none" : link.from() + " -> " + link.to();
    }
}
