package hplhetero.blas;

import java.util.OptionalDouble;

/**
 * The choice of a machine's device, of how much memory matrices may take there, and of the host's share of the update.
 *
 * @param number    the device's number, counted from 0 as {@code hpl devices} lists devices, or {@link #ANY}
 * @param mostBytes the most bytes of the device's memory that matrices may take, &gt;= 0
 * @param hostShare share of the columns, 0..1, that the host's workers update; empty where measured rates decide
 * @param panels    who factors panels
 */
public record DeviceOptions(int number, long mostBytes, OptionalDouble hostShare, Panels panels) {
    /** Who factors the panels of a rank with a device. */
    public enum Panels {
        /** Whoever is faster with panels of the run's shape, where the device can factor panels; else the host's workers. */
        AUTO,
        /** The workers of the host, always. */
        HOST,
        /** The device, where it can; else the host's workers. */
        DEVICE
    }

    /** The device number that gives each rank of a machine another device. */
    public static final int ANY = -1;

    /** The first device, with all of its memory for matrices but what panels and work space need there. */
    public static final DeviceOptions USUAL = new DeviceOptions(0, Long.MAX_VALUE);

    public DeviceOptions {
        double share = hostShare.orElse(0);
        if (number < ANY || mostBytes < 0 || !(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("number=" + number + " mostBytes=" + mostBytes + " hostShare=" + share
                    + ": must be >= -1, >= 0, 0..1");
        }
    }

    /**
     * Returns these options for another device.
     *
     * @param number the device's number, counted from 0, or {@link #ANY}
     */
    public DeviceOptions withNumber(int number) {
        return new DeviceOptions(number, mostBytes, hostShare, panels);
    }

    /** Creates options by which the device factors panels where it can. */
    public DeviceOptions(int number, long mostBytes, OptionalDouble hostShare) {
        this(number, mostBytes, hostShare, Panels.DEVICE);
    }

    /** Creates options where measured rates decide the host's share of the columns. */
    public DeviceOptions(int number, long mostBytes) {
        this(number, mostBytes, OptionalDouble.empty());
    }
}
