package hplhetero.blas;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A source of {@link DenseKernels}, found through {@link java.util.ServiceLoader}. */
public interface KernelProvider {

    /** The word by which a user asks for it. */
    String name();

    /** What it is, in one line, for people. */
    String summary();

    /** Whether it is a way to a library whose file a user may name. */
    default boolean takesLibrary() {
        return false;
    }

    /** Whether it may be the fastest here, among the host's or among the devices: what cannot would only take time to measure. */
    default boolean contends() {
        return true;
    }

    /**
     * Loads it.
     *
     * @param library the file a user named with {@code --blas-lib}; empty unless {@link #takesLibrary()}
     * @throws KernelException naming what is missing and the remedy, when it cannot be used here
     */
    DenseKernels load(Optional<Path> library);

    /** Whether it computes on a device, of which a user may choose one. */
    default boolean takesDevice() {
        return false;
    }

    /**
     * The same on a device.
     *
     * @param device which, of those that {@link #devices} lists; of no account where the host computes
     */
    default DenseKernels load(Optional<Path> library, DeviceOptions device) {
        return load(library);
    }

    /**
     * The devices that it can compute on, none where the host computes.
     *
     * @throws KernelException its library cannot be used here
     */
    default List<DeviceInfo> devices(Optional<Path> library) {
        return List.of();
    }

    /**
     * How many devices it can compute on, at once and without taking memory of any; 0 also where its library is not installed.
     *
     * @throws KernelException its library is there and cannot be used
     */
    default int deviceCount(Optional<Path> library) {
        return devices(library).size();
    }
}
