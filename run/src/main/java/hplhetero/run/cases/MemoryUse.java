package hplhetero.run.cases;

import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.util.Locale;
import java.util.regex.Pattern;

/** How much of each host's memory a run may take where nobody gave N. */
public sealed interface MemoryUse {
    /** The memory that a run takes where nobody says how much. */
    MemoryUse USUAL = new Share(0.8);

    /**
     * A share of the memory that is free.
     *
     * @param part share, 0..1
     */
    record Share(double part) implements MemoryUse {

        @Override
        public double of(double available) {
            return part * available;
        }

        @Override
        public Share reduced(int eighths) {
            // rounded to thousandths, so that 7/8 of 0.8 are 0.7
            return new Share(Math.round(1000 * part * eighths / 8) / 1000.0);
        }

        @Override
        public String words() {
            return String.format(Locale.ROOT, "%.0f %%", 100 * part);
        }
    }

    /**
     * An amount of memory, whatever share of the free memory it is.
     *
     * @param bytes amount in bytes, &gt; 0
     */
    record Amount(double bytes) implements MemoryUse {
        private static final double GIB = 1L << 30;

        @Override
        public double of(double available) {
            return Math.min(bytes, available);
        }

        @Override
        public Amount reduced(int eighths) {
            return new Amount(bytes * eighths / 8);
        }

        @Override
        public String words() {
            return bytes < GIB ? String.format(Locale.ROOT, "%.0f MiB", 1024 * bytes / GIB)
                    : String.format(Locale.ROOT, "%.1f GiB", bytes / GIB);
        }
    }

    /**
     * Reads a share such as {@code 80%} or an amount such as {@code 20GiB}.
     *
     * @param option the option's name, for messages
     * @param text   its value
     * @throws InputException when the text is neither
     */
    static MemoryUse parse(String option, String text) {
        String word = text.strip();
        if (!word.endsWith("%")) {
            return new Amount(QuantityText.memory(option, word));
        }
        String number = word.substring(0, word.length() - 1).strip();
        double percent = Pattern.matches("[0-9]+(\\.[0-9]+)?", number) ? Double.parseDouble(number) : 0;
        if (!(percent > 0 && percent <= 100)) {
            throw Numbers.refused("option " + option, "more than 0% and at most 100%", Numbers.quoted(text),
                    "give a share of the free memory such as 80%, or an amount such as 20GiB");
        }
        return new Share(percent / 100);
    }

    /**
     * Returns how many bytes of a host's memory a run may take by this rule.
     *
     * @param available bytes that are free on the host
     */
    double of(double available);

    /** Returns a memory use of {@code eighths} / 8 of what this memory use allows. */
    MemoryUse reduced(int eighths);

    /** Returns the share or the amount in words, for people. */
    String words();
}
