package hplhetero.hpl.result;

/**
 * What a host took, how fast its clock went, how hot it was and what others took of it, while a test's clock ran. A number that could not
 * be measured is NaN.
 *
 * @param host           its name
 * @param joules         taken
 * @param source         what measured it, and what that covers, such as {@code RAPL: package and memory (not the whole node)}; without
 *                       joules, why there are none, or empty
 * @param meanMegahertz  mean clock of the cores in use
 * @param leastMegahertz the lowest one seen
 * @param throttled      times a core or package was slowed for heat or power; -1 where that is not counted
 * @param fromMegahertz  the highest clock seen before the lowest one
 * @param celsius        the highest temperature of a processor seen, in degrees
 * @param load           what others took of the host
 */
public record HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled,
                        double fromMegahertz, double celsius, HostLoad load) {

    /** Makes one of a host whose temperature and load are not known. */
    public HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled,
            double fromMegahertz) {
        this(host, joules, source, meanMegahertz, leastMegahertz, throttled, fromMegahertz, Double.NaN, HostLoad.UNKNOWN);
    }

    /** Where it is not known from where the clock fell. */
    public HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled) {
        this(host, joules, source, meanMegahertz, leastMegahertz, throttled, Double.NaN);
    }

    /** A host of which nothing could be measured. */
    public static HostPower unknown(String host) {
        return new HostPower(host, Double.NaN, "", Double.NaN, Double.NaN, -1);
    }

    /** Returns whether neither energy nor clock nor throttling could be measured. */
    public boolean isUnknown() {
        return Double.isNaN(joules) && Double.isNaN(meanMegahertz) && throttled < 0;
    }

    /** The same with what another source says of its energy. */
    public HostPower with(double joules, String source) {
        return new HostPower(host, joules, source, meanMegahertz, leastMegahertz, throttled, fromMegahertz, celsius, load);
    }
}
