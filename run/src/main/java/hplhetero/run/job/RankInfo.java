package hplhetero.run.job;

import hplhetero.blas.DeviceInfo;
import hplhetero.run.machine.ChosenKernels;
import java.io.Serializable;
import java.util.List;

/**
 * What a rank works with.
 *
 * @param workers     number of the rank's threads
 * @param binding     what of the rank is bound to cores, for people; empty where nothing is
 * @param blas        name of the kernels' provider
 * @param description the kernels, with their version
 * @param reason      why these kernels were taken
 * @param gflops      measured rate of the kernels on one core, in GFLOPS; NaN when not measured
 * @param notes       what the user should be told about how the kernels were loaded
 * @param dropouts    the providers that could not take part in the choice, and why
 * @param device      the device that computes updates; empty where the host does
 * @param deviceBytes bytes of a matrix that the device has room for; {@link Long#MAX_VALUE} where there is no device
 */
public record RankInfo(int workers, String binding, String blas, String description, String reason, double gflops, List<String> notes,
        List<String> dropouts, List<DeviceInfo> device, long deviceBytes) implements Serializable {

    /**
     * Returns what a rank works with.
     *
     * @param workers number of the rank's threads
     * @param binding what of the rank is bound to cores, for people; empty where nothing is
     * @param kernels the rank's kernels, and why they were taken
     */
    static RankInfo of(int workers, String binding, ChosenKernels kernels) {
        return new RankInfo(workers, binding, kernels.kernels().name(), kernels.kernels().description(), kernels.reason(),
                kernels.knownRate().orElse(Double.NaN), kernels.notes(), kernels.dropouts(), kernels.kernels().device().stream().toList(),
                kernels.kernels().roomToHold());
    }

    /** Returns whether a device computes the rank's updates. */
    public boolean onDevice() {
        return !device.isEmpty();
    }

    /** Returns the peak of the rank's device in GFLOPS; 0 where there is no device, or its peak is not known. */
    public double devicePeak() {
        return device.stream().mapToDouble(DeviceInfo::peak).sum();
    }
}
