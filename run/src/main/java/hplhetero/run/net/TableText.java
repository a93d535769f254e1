package hplhetero.run.net;

import hplhetero.network.topology.Link;
import java.util.Locale;

/** Cells of the tables of {@code hpl net}. */
final class TableText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

    private TableText() {
    }

    /** Above a table, with the empty line before it. */
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

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.4g", seconds);
    }

    static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** What of a whole something is. */
    static String share(double part, double whole) {
        return whole > 0 ? Math.round(100 * part / whole) + " %" : "-";
    }

    /** @param link may be null */
    static String link(Link link) {
        return link == null ? "none" : link.from() + " -> " + link.to();
    }
}
