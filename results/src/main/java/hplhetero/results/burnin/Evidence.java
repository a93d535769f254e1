package hplhetero.results.burnin;

import static hplhetero.results.format.NumberText.digits;
import static hplhetero.results.format.NumberText.percent;

import java.util.ArrayList;
import java.util.List;

/**
 * Why some runs were slower than usual: what differs between numbers of the slow runs and of usual ones. The usual ones are those of other
 * hosts of the same kind, of the same host at other times, or of an earlier burn-in.
 *
 * @param cause    the likely cause
 * @param measured the number that shows the cause; the rate in GFLOPS where nothing does
 * @param usual    what that number usually is, in the same unit
 * @param words    all that differs, in words; says what is not known where nothing differs
 */
record Evidence(Cause cause, double measured, double usual, String words) {
    /** The least loss of clock that is a cause, as a share. */
    static final double CLOCK_LOSS = 0.03;
    /** The share of the lost rate that a loss of clock must explain to come before other causes. */
    private static final double MOST = 0.6;
    /** The share of the lost rate that a loss of clock must explain to be a cause at all. */
    private static final double SOME = 0.25;
    /** The temperature from which processors lower their clock, in degrees Celsius. */
    static final double HOT = 90;
    private static final double HOTTER = 8;
    /** The least number of cores, above the usual one, that processes of others take where they are a cause. */
    static final double OTHER_CORES = 0.3;
    /** The least share of the matrix that is written to swap where swapping is a cause. */
    static final double SWAPPED = 0.01;
    /** The least number of corrected errors of memory that makes a host bad. */
    static final int ECC_ERRORS = 10;
    private static final double THROTTLED = 0.05;
    private static final double LESS_POWER = 0.05;

    /**
     * Returns why runs were slower than usual.
     *
     * @param slow  numbers of the slow runs
     * @param usual numbers of usual runs
     */
    static Evidence of(HostNumbers slow, HostNumbers usual) {
        double lost = 1 - slow.gflops() / usual.gflops();
        double clock = clockLoss(slow, usual);
        List<String> words = words(slow, usual);
        String all = words.isEmpty() ? unknown(slow) : String.join(", ", words);
        if (swaps(slow, usual)) {
            return new Evidence(Cause.SWAP, slow.swappedShare(), usual.swappedShare(), all);
        }
        if (clock >= Math.max(CLOCK_LOSS, MOST * lost)) {
            return clock(slow, usual, all);
        }
        if (others(slow, usual)) {
            return new Evidence(Cause.OTHER_PROCESSES, slow.otherCores(), usual.otherCores(), all);
        }
        if (corrects(slow, usual)) {
            return new Evidence(Cause.ECC, slow.eccErrors(), usual.eccErrors(), all);
        }
        if (clock >= Math.max(CLOCK_LOSS, SOME * lost)) {
            return clock(slow, usual, all);
        }
        return new Evidence(Cause.SLOW, slow.gflops(), usual.gflops(), all);
    }

    private static Evidence clock(HostNumbers slow, HostNumbers usual, String words) {
        return new Evidence(isHot(slow, usual) ? Cause.HEAT : Cause.POWER, slow.megahertz(), usual.megahertz(), words);
    }

    private static double clockLoss(HostNumbers slow, HostNumbers usual) {
        return 1 - slow.megahertz() / usual.megahertz();
    }

    private static boolean isHot(HostNumbers slow, HostNumbers usual) {
        return slow.hottestCelsius() >= HOT || slow.hottestCelsius() - usual.hottestCelsius() >= HOTTER;
    }

    private static boolean swaps(HostNumbers slow, HostNumbers usual) {
        return slow.swappedShare() >= SWAPPED && slow.swappedShare() >= 2 * known(usual.swappedShare());
    }

    private static boolean others(HostNumbers slow, HostNumbers usual) {
        return slow.otherCores() - known(usual.otherCores()) >= OTHER_CORES;
    }

    private static boolean corrects(HostNumbers slow, HostNumbers usual) {
        return slow.eccErrors() >= ECC_ERRORS && slow.eccErrors() >= 2 * usual.eccErrors();
    }

    private static double known(double value) {
        return Double.isFinite(value) ? value : 0;
    }

    private static List<String> words(HostNumbers slow, HostNumbers usual) {
        List<String> words = new ArrayList<>();
        if (clockLoss(slow, usual) >= CLOCK_LOSS) {
            words.add("clock " + digits(slow.megahertz(), 4) + " MHz instead of " + digits(usual.megahertz(), 4));
            if (Double.isFinite(slow.hottestCelsius())) {
                words.add("hottest " + degrees(slow.hottestCelsius()) + instead(String.valueOf(Math.round(usual.hottestCelsius())),
                        usual.hottestCelsius()));
            }
            if (slow.throttledShare() - known(usual.throttledShare()) >= THROTTLED) {
                words.add("throttled for " + percent(slow.throttledShare()) + " of the time");
            }
            if (1 - slow.watts() / usual.watts() >= LESS_POWER) {
                words.add(digits(slow.watts(), 3) + " W" + instead(digits(usual.watts(), 3), usual.watts()));
            }
        }
        if (swaps(slow, usual)) {
            words.add(percent(slow.swappedShare()) + " of the matrix written to swap");
        }
        if (others(slow, usual)) {
            words.add("other processes took " + digits(slow.otherCores(), 2) + " cores" + instead(digits(usual.otherCores(), 2),
                    usual.otherCores()));
        }
        if (corrects(slow, usual)) {
            words.add(slow.eccErrors() + " errors of memory corrected");
        }
        return words;
    }

    private static String instead(String text, double value) {
        return Double.isFinite(value) ? " instead of " + text : "";
    }

    /** Returns a temperature with its unit, without decimals. */
    static String degrees(double celsius) {
        return Math.round(celsius) + " degrees";
    }

    /** Returns which numbers that could show a cause are not known. */
    private static String unknown(HostNumbers slow) {
        List<String> missing = new ArrayList<>();
        if (Double.isNaN(slow.megahertz())) {
            missing.add("clock");
        }
        if (Double.isNaN(slow.otherCores())) {
            missing.add("other processes");
        }
        if (Double.isNaN(slow.swappedShare())) {
            missing.add("swapping");
        }
        if (slow.eccErrors() < 0) {
            missing.add("errors of memory");
        }
        return missing.isEmpty() ? "clock, memory and other processes are as usual"
                : "its system does not tell about " + String.join(", ", missing);
    }
}
