package hplhetero.blas;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A source of {@link DenseKernels}, found through {@link java.util.ServiceLoader}. */
public interface KernelProvider {

    /** Returns the word by which a user asks for this provider. */
    String name();

    /** Returns a description of this provider for people, in one line. */
    String summary();

    /** Returns whether this provider calls a library whose file a user may name. */
    default boolean takesLibrary() {
        return false;
    }

    /**
     * Returns whether this provider may be the fastest on this machine, among those for the host or those for devices. Measuring a provider
     * that cannot be the fastest would only take time.
     */
    default boolean contends() {
        return true;
    }

    /**
     * Loads the kernels of this provider.
     *
     * @param library the file a user named with {@code --blas-lib}; empty unless {@link #takesLibrary()}
     * @throws KernelException when the kernels cannot be used on this machine: the message names what is missing and the remedy
     */
    DenseKernels load(Optional<Path> library);

    /** Returns whether this provider computes on a device, of which a user may choose one. */
    default boolean takesDevice() {
        return false;
    }

    /**
     * Loads the kernels of this provider for a device.
     *
     * @param library the file a user named with {@code --blas-lib}; empty unless {@link #takesLibrary()}
     * @param device  the choice among the devices that {@link #devices} lists; ignored where the host computes
     * @throws KernelException when the kernels cannot be used on this machine: the message names what is missing and the remedy
     */
    default DenseKernels load(Optional<Path> library, DeviceOptions device) {
        return load(library);
    }

    /**
     * Returns the devices that this provider can compute on; empty where the host computes.
     *
     * @param library the file a user named with {@code --blas-lib}; empty unless {@link #takesLibrary()}
     * @throws KernelException when this provider's library cannot be used on this machine
     */
    default List<DeviceInfo> devices(Optional<Path> library) {
        return List.of();
    }

    /**
     * Returns the addresses on the PCI bus of the devices that this provider can compute on, indexed by the device's number, quickly and
     * without taking memory of any device. An address is empty where it is not known. The list is empty where there is no device, and
     * also where this provider's library is not installed.
     *
     * @param library the file a user named with {@code --blas-lib}; empty unless {@link #takesLibrary()}
     * @throws KernelException when this provider's library is installed and cannot be used
     */
    default List<String> deviceAddresses(Optional<Path> library) {
        return devices(library).stream().map(DeviceInfo::address).toList();
    }
}
