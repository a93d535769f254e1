package hplhetero.run.check.rules;

import java.util.Locale;

/** Writes numbers with their units, for people. */
public final class Units {
    public static final double GIB = 1L << 30;

    private Units() {
    }

    /** Returns a bandwidth in MB/s or GB/s, such as {@code 112 MB/s}. */
    public static String bandwidth(double bytesPerSecond) {
        return bytesPerSecond < 1e9 ? format("%.0f MB/s", 1e-6 * bytesPerSecond) : format("%.2f GB/s", 1e-9 * bytesPerSecond);
    }

    /** Returns a time in microseconds, such as {@code 25.0 us}. */
    public static String micros(double seconds) {
        return format("%.1f us", 1e6 * seconds);
    }

    /** Returns an amount of memory in GiB, such as {@code 7.5 GiB}. */
    public static String gib(double bytes) {
        return format("%.1f GiB", bytes / GIB);
    }

    /** Returns values formatted as {@link String#format} does, with a decimal point in every locale. */
    public static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
