package hplhetero.results.burnin;

/**
 * How a host was while HPL ran on it. Numbers that its system does not tell are NaN, counts that it does not tell are -1.
 *
 * @param hottestCelsius   highest temperature of a processor or a GPU, in degrees Celsius
 * @param meanMegahertz    mean clock of the cores that computed, in MHz
 * @param leastMegahertz   lowest mean of these clocks over a sample, in MHz
 * @param meanWatts        mean power, in W
 * @param throttledSeconds seconds for which the processor lowered its clock because of heat or power
 * @param otherCores       cores that processes of others took, on the mean
 * @param swappedBytes     bytes that were written to swap
 * @param eccErrors        errors of memory that were corrected
 * @param linkErrors       errors that network adapters counted
 */
public record HostHealth(double hottestCelsius, double meanMegahertz, double leastMegahertz, double meanWatts, double throttledSeconds,
        double otherCores, long swappedBytes, long eccErrors, long linkErrors) {
    /** A host that tells nothing. */
    public static final HostHealth UNKNOWN = new HostHealth(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, -1, -1,
            -1);
}
