package hplhetero.hpl.result;

/**
 * What a rank with a device did in one solve.
 *
 * @param hostShare       of all updates behind the look-ahead, what the rank's workers computed beside the device, 0..1
 * @param transferSeconds for which the rank waited for panels on their way to the device, and for columns that changed sides
 * @param busyWorkers     the worker seconds of its computing, in those of the worker that computed, or waited for the device, for longest
 */
public record DeviceReport(double hostShare, double transferSeconds, double busyWorkers) {
}
