package hplhetero.blas.device.cuda;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.device.DeviceKernels;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The providers {@code cuda} and {@code rocm}, which differ only in the vendor's library. */
public abstract sealed class DeviceProvider implements KernelProvider {
    private final Vendor vendor;
    private final String name;

    DeviceProvider(Vendor vendor, String name) {
        this.vendor = vendor;
        this.name = name;
    }

    /** The provider {@code cuda} for Nvidia's devices. */
    public static final class Cuda extends DeviceProvider {
        /** Makes the provider {@code cuda}. */
        public Cuda() {
            super(Vendor.CUDA, "cuda");
        }
    }

    /** The provider {@code rocm} for AMD's devices. */
    public static final class Rocm extends DeviceProvider {
        /** Makes the provider {@code rocm}. */
        public Rocm() {
            super(Vendor.ROCM, "rocm");
        }
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return "the trailing update on a GPU by the BLAS of " + vendor.title + ", panels there too where it can factor them";
    }

    @Override
    public final boolean takesLibrary() {
        return true;
    }

    @Override
    public final boolean takesDevice() {
        return true;
    }

    @Override
    public final DenseKernels load(Optional<Path> library) {
        return load(library, DeviceOptions.USUAL);
    }

    @Override
    public final DenseKernels load(Optional<Path> library, DeviceOptions device) {
        Gpu gpu = new Gpu(new DeviceLibrary(VendorLibraries.load(vendor, library)), Math.max(0, device.number()));
        return DeviceKernels.of(name, gpu, device);
    }

    @Override
    public final List<DeviceInfo> devices(Optional<Path> library) {
        DeviceLibrary loaded = new DeviceLibrary(VendorLibraries.load(vendor, library));
        return IntStream.range(0, loaded.devices()).mapToObj(loaded::info).toList();
    }

    @Override
    public final List<String> deviceAddresses(Optional<Path> library) {
        return VendorLibraries.find(vendor, library).map(DeviceLibrary::new).stream()
                .flatMap(found -> IntStream.range(0, found.usableDevices()).mapToObj(found::address)).toList();
    }
}
