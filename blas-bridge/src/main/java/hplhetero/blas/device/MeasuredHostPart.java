package hplhetero.blas.device;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.HostPart;
import hplhetero.blas.select.DeviceRate;
import java.util.OptionalDouble;

/** The host's workers beside a device. The speeds of a worker and of the device are measured once for each object. Any thread may ask. */
final class MeasuredHostPart implements HostPart {
    private final DenseKernels device;
    private final DenseKernels host;
    private final OptionalDouble share;
    /** The device's speed in flop/s; 0 before the first measurement. Guarded by this object's lock. */
    private double deviceFlops;
    /** The speed of one worker of the host, in flop/s; 0 before the first measurement. Guarded by this object's lock. */
    private double workerFlops;

    MeasuredHostPart(DenseKernels device, DenseKernels host, OptionalDouble share) {
        this.device = device;
        this.host = host;
        this.share = share;
    }

    @Override
    public DenseKernels kernels() {
        return host;
    }

    @Override
    public OptionalDouble share() {
        return share;
    }

    @Override
    public synchronized double deviceFlops() {
        if (deviceFlops == 0) {
            deviceFlops = 1e9 * DeviceRate.brief(device);
        }
        return deviceFlops;
    }

    @Override
    public synchronized double workerFlops() {
        if (workerFlops == 0) {
            workerFlops = 1e9 * DeviceRate.brief(host);
        }
        return workerFlops;
    }
}
