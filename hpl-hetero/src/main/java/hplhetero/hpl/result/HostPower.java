package hplhetero.hpl.result;

import java.io.Serializable;

/**
 * The energy that a host used while a test's clock ran, how fast its cores ran, how hot it was, and what others took of it. A number that
 * could not be measured is NaN.
 *
 * @param host           the host's name
 * @param joules         energy that the host used
 * @param source         what measured the energy, and what that covers, such as {@code RAPL: package and memory (not the whole node)};
 *                       without joules, why there are none, or empty
 * @param meanMegahertz  mean clock frequency of the cores in use
 * @param leastMegahertz lowest clock frequency seen
 * @param throttled      number of times that a core or package was slowed for heat or power; -1 where this is not counted
 * @param fromMegahertz  highest clock frequency seen before the lowest one
 * @param celsius        highest temperature of a processor seen, in degrees Celsius
 * @param load           what other processes and virtual machines took of the host
 * @param health         clock, temperature, memory, errors of memory and links, and more, over the time of the test
 */
public record HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled,
                        double fromMegahertz, double celsius, HostLoad load, HealthSeries health) implements Serializable {

    /** Makes the record of a host whose health was not sampled. The parameters are the record's first components. */
    public HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled,
            double fromMegahertz, double celsius, HostLoad load) {
        this(host, joules, source, meanMegahertz, leastMegahertz, throttled, fromMegahertz, celsius, load, HealthSeries.NONE);
    }

    /** Makes the record of a host whose temperature and load are not known. The parameters are the record's first components. */
    public HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled,
            double fromMegahertz) {
        this(host, joules, source, meanMegahertz, leastMegahertz, throttled, fromMegahertz, Double.NaN, HostLoad.UNKNOWN);
    }

    /**
     * Makes the record of a host whose temperature and load are not known, nor its clock frequency before the lowest one. The parameters
     * are the record's first components.
     */
    public HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled) {
        this(host, joules, source, meanMegahertz, leastMegahertz, throttled, Double.NaN);
    }

    /** Returns the record of a host of which nothing could be measured. */
    public static HostPower unknown(String host) {
        return new HostPower(host, Double.NaN, "", Double.NaN, Double.NaN, -1);
    }

    /** Returns whether neither energy nor clock nor throttling could be measured. */
    public boolean isUnknown() {
        return Double.isNaN(joules) && Double.isNaN(meanMegahertz) && throttled < 0;
    }

    /**
     * Returns this record with the energy that another meter measured.
     *
     * @param joules energy that the host used, in joules
     * @param source what measured the energy, and what that covers
     */
    public HostPower with(double joules, String source) {
        return new HostPower(host, joules, source, meanMegahertz, leastMegahertz, throttled, fromMegahertz, celsius, load, health);
    }

    /** Returns this record with the health of the host over the time of the test. */
    public HostPower withHealth(HealthSeries sampled) {
        return new HostPower(host, joules, source, meanMegahertz, leastMegahertz, throttled, fromMegahertz, celsius, load, sampled);
    }
}
