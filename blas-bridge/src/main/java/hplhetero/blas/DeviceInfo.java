package hplhetero.blas;

import java.io.Serializable;

/**
 * The description, for people, of a device that kernels can compute on.
 *
 * @param number  the device's number, as in {@link DeviceOptions}
 * @param name    the name that the device's maker gave it
 * @param address the device's address on the host's PCI bus, such as {@code 0000:3b:00.0}; empty where not known
 * @param driver  name and version of the device's driver
 * @param bytes   size of the device's memory, in bytes
 * @param peak    peak GFLOPS in double precision, including matrix units where the device has some; 0 where not known
 * @param source  explanation, for people, of how the peak is known
 */
public record DeviceInfo(int number, String name, String address, String driver, long bytes, double peak, String source)
        implements Serializable {
    /** The divisor of the device's memory size that gives the part kept free for panels and U. */
    private static final int SHARE_FOR_WORK = 12;

    /**
     * Returns what tells this device from those of all hosts; an empty text where its address is not known.
     *
     * @param host name of the device's host
     */
    public String place(String host) {
        return address.isEmpty() ? "" : host + " " + address;
    }

    /** Returns how many bytes of the device's memory are kept free for panels and U. */
    public long bytesForWork() {
        return bytes / SHARE_FOR_WORK;
    }
}
