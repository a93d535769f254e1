package hplhetero.run.job;

import hplhetero.blas.DeviceInfo;
import hplhetero.run.machine.ChosenKernels;
import java.io.Serializable;
import java.util.List;

/**
 * What a rank works with.
 *
 * @param workers     its threads
 * @param blas        name of the kernels' provider
 * @param description of the kernels, with their version
 * @param reason      why they were taken
 * @param gflops      measured rate of the kernels on one core; NaN when not measured
 * @param notes       what a person should be told of how they were loaded
 * @param dropouts    who could not take part when they were chosen, and why
 * @param device      that computes updates; empty where the host does
 * @param deviceBytes of a matrix that it has room for; {@link Long#MAX_VALUE} where there is none
 */
public record RankInfo(int workers, String blas, String description, String reason, double gflops, List<String> notes,
        List<String> dropouts, List<DeviceInfo> device, long deviceBytes) implements Serializable {

    static RankInfo of(int workers, ChosenKernels kernels) {
        return new RankInfo(workers, kernels.kernels().name(), kernels.kernels().description(), kernels.reason(),
                kernels.knownRate().orElse(Double.NaN), kernels.notes(), kernels.dropouts(), kernels.kernels().device().stream().toList(),
                kernels.kernels().roomToHold());
    }

    /** Whether a device computes its updates. */
    public boolean onDevice() {
        return !device.isEmpty();
    }

    /** GFLOPS of its device; 0 where there is none, or it is not known. */
    public double devicePeak() {
        return device.stream().mapToDouble(DeviceInfo::peak).sum();
    }
}
