package hplhetero.hpl.result;

/**
 * What a host took, and how fast its clock went, while a test's clock ran. A number that could not be measured is NaN.
 *
 * @param host           its name
 * @param joules         taken
 * @param source         what measured it, and what that covers, such as {@code RAPL: packages and memory}; empty without joules
 * @param meanMegahertz  mean clock of the cores in use
 * @param leastMegahertz the lowest one seen
 * @param throttled      times a core or package was slowed for heat or power; -1 where that is not counted
 */
public record HostPower(String host, double joules, String source, double meanMegahertz, double leastMegahertz, long throttled) {
}
