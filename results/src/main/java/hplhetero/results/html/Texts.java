package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.results.format.NumberText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Formats numbers with their units, and other texts that are equal in all parts of the page. */
final class Texts {
    private static final MathContext DIGITS = new MathContext(4);
    private static final double LONG_SECONDS = 120;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final String UNKNOWN = "not known";

    private Texts() {
    }

    /** Returns a number with four significant digits, never with an exponent. */
    static String digits(double value) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        int more = value == 0 ? 0 : DIGITS.getPrecision() - rounded.precision();
        return rounded.setScale(Math.max(0, rounded.scale() + more)).toPlainString();
    }

    /** Returns a number with at most four significant digits and without zeros at the end, for values that are mostly whole. */
    static String brief(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString() : UNKNOWN;
    }

    /** Returns a rate in GFLOPS with its unit; a word for an unknown value where it is not finite. */
    static String gflops(double value) {
        return Double.isFinite(value) ? digits(value) + " GFLOPS" : UNKNOWN;
    }

    /** Returns a share, of which 1 is the whole, as a percentage; a word for an unknown value where it is not finite. */
    static String percent(double share) {
        return Double.isFinite(share) ? NumberText.percent(share) : UNKNOWN;
    }

    /** Returns a duration in seconds; from two minutes on, also in hours and minutes. */
    static String seconds(double value) {
        if (!Double.isFinite(value) || value < LONG_SECONDS) {
            return Double.isFinite(value) ? digits(value) + " s" : UNKNOWN;
        }
        long whole = Math.round(value);
        String parts = whole < HOUR ? whole / MINUTE + " min " + whole % MINUTE + " s"
                : whole / HOUR + " h " + whole % HOUR / MINUTE + " min";
        return digits(value) + " s (" + parts + ")";
    }

    /**
     * Returns a number of things with their noun, such as {@code 3 ranks} or {@code 1 rank}.
     *
     * @param number the number
     * @param one    the noun for one of the things
     */
    static String count(long number, String one) {
        return number + " " + one + (number == 1 ? "" : "s");
    }

    /** Returns the title of a test, such as {@code WR11C2R4 N=8000 NB=160 P=1 Q=2}. */
    static String title(HplCase c) {
        return c.variantCode() + " N=" + c.n() + " NB=" + c.nb() + " P=" + c.p() + " Q=" + c.q();
    }

    /** Returns numbers as a range where more than two follow each other, else as a list. */
    static String range(List<Integer> numbers) {
        boolean range = numbers.size() > 2 && numbers.getLast() - numbers.getFirst() == numbers.size() - 1;
        return range ? numbers.getFirst() + "–" + numbers.getLast() : String.join(", ", numbers.stream().map(String::valueOf).toList());
    }
}
