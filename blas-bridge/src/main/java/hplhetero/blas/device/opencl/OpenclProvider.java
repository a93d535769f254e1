package hplhetero.blas.device.opencl;

import com.aparapi.device.OpenCLDevice;
import com.aparapi.internal.opencl.OpenCLLoader;
import com.aparapi.internal.opencl.OpenCLPlatform;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.device.DeviceKernels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The provider {@code opencl}: the trailing update on any OpenCL 1.2 device with double precision. */
public final class OpenclProvider implements KernelProvider {
    /** The number of work-items in a group of the kernel. */
    private static final int WORK_ITEMS = 256;
    /** The system property that Aparapi reads when its first class is loaded. */
    private static final String LOG_LEVEL = "com.aparapi.logLevel";
    private static List<OpenCLDevice> found;

    @Override
    public String name() {
        return "opencl";
    }

    @Override
    public String summary() {
        return "the trailing update on any OpenCL 1.2 device with double precision, panels by the host's kernels";
    }

    @Override
    public boolean takesDevice() {
        return true;
    }

    /** Returns false: this provider is used only on request, because its kernels are slow and its device may be the host's cores. */
    @Override
    public boolean contends() {
        return false;
    }

    @Override
    public DenseKernels load(Optional<Path> library) {
        return load(library, DeviceOptions.USUAL);
    }

    @Override
    public DenseKernels load(Optional<Path> library, DeviceOptions options) {
        List<OpenCLDevice> found = found();
        int number = Math.max(0, options.number());
        if (number >= found.size()) {
            throw new KernelException("no OpenCL device, device=" + number + " of " + found.size() + ": see whether its driver is loaded "
                    + "(clinfo), or choose another --blas");
        }
        OpenCLDevice device = found.get(number);
        if (device.getMaxWorkGroupSize() < WORK_ITEMS) {
            throw new KernelException("OpenCL device too small, device=" + device.getName() + " work-items=" + device.getMaxWorkGroupSize()
                    + ": the kernels need groups of " + WORK_ITEMS + ": choose another --device or --blas");
        }
        return DeviceKernels.of(name(), new OpenclGpu(info(number, device), device), options);
    }

    @Override
    public List<DeviceInfo> devices(Optional<Path> library) {
        List<OpenCLDevice> found = found();
        return IntStream.range(0, found.size()).mapToObj(i -> info(i, found.get(i))).toList();
    }

    private static DeviceInfo info(int number, OpenCLDevice device) {
        OpenCLPlatform platform = device.getOpenCLPlatform();
        // the version text is "OpenCL", two numbers, and then anything that the vendor adds
        String version = Arrays.stream(platform.getVersion().split(" ")).limit(2).collect(Collectors.joining(" "));
        return new DeviceInfo(number, device.getName().strip(), "", platform.getName() + ", " + version,
                device.getGlobalMemSize(), 0, "OpenCL does not tell how many operations a cycle a device does");
    }

    /**
     * Returns all devices of all platforms, none where there is no platform. The devices are looked up once. Aparapi is told that each
     * device has memory of its own: otherwise Aparapi would use the host's memory, at an address that the garbage collector may change.
     *
     * @throws KernelException when the machine has no OpenCL
     */
    static synchronized List<OpenCLDevice> found() {
        if (found == null) {
            // exceptions report failures, so that Aparapi need not log them
            System.setProperty(LOG_LEVEL, System.getProperty(LOG_LEVEL, "OFF"));
            if (!OpenCLLoader.isOpenCLAvailable()) {
                throw new KernelException("no OpenCL here, library=libOpenCL.so.1: install it (Debian: ocl-icd-libopencl1) and the driver "
                        + "of a device (of the host's cores: pocl-opencl-icd), or choose another --blas");
            }
            found = new OpenCLPlatform().getOpenCLPlatforms().stream().flatMap(platform -> platform.getOpenCLDevices().stream()).toList();
            found.forEach(device -> device.setSharedMemory(false));
        }
        return found;
    }
}
