package hplhetero.run.check.rules;

import java.util.Locale;

/** Numbers with their units, for people. */
public final class Units {
    public static final double GIB = 1L << 30;

    private Units() {
    }

    public static String bandwidth(double bytesPerSecond) {
        return bytesPerSecond < 1e9 ? format("%.0f MB/s", 1e-6 * bytesPerSecond) : format("%.2f GB/s", 1e-9 * bytesPerSecond);
    }

    public static String micros(double seconds) {
        return format("%.1f us", 1e6 * seconds);
    }

    public static String gib(double bytes) {
        return format("%.1f GiB", bytes / GIB);
    }

    public static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
