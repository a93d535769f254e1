package hplhetero.hpl.result;

import java.io.Serializable;

/**
 * What a rank with a device did in one solve.
 *
 * @param hostShare       share of the trailing update's work, 0..1, that the rank's workers computed beside the device
 * @param transferSeconds seconds for which the rank waited for panels on their way to the device, and for columns moving between host and
 *                        device
 * @param busyWorkers     how many workers computed, or waited for the device, on average: their worker seconds together, divided by the
 *                        seconds of the worker that did so for longest
 * @param unlockedBytes   bytes of the rank's memory that the system did not let the device lock, so that their copies are slower
 * @param panels          the times by which each panel went to the device or to the workers
 */
public record DeviceReport(double hostShare, double transferSeconds, double busyWorkers, long unlockedBytes, PanelTimes panels)
        implements Serializable {
}
