package hplhetero.blas;

import java.util.OptionalDouble;

/**
 * Which device of a machine, how much of it, and what the host's workers take beside it.
 *
 * @param number    from 0 on, as {@code hpl devices} lists them, or {@link #ANY}
 * @param mostBytes of its memory that matrices may take, &gt;= 0
 * @param hostShare of the columns, 0..1, that the host's workers update; empty: what measured rates give
 */
public record DeviceOptions(int number, long mostBytes, OptionalDouble hostShare) {
    /** Each rank of a machine another one. */
    public static final int ANY = -1;

    /** The first one, and all of its memory but what else is needed there. */
    public static final DeviceOptions USUAL = new DeviceOptions(0, Long.MAX_VALUE);

    public DeviceOptions {
        double share = hostShare.orElse(0);
        if (number < ANY || mostBytes < 0 || !(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("number=" + number + " mostBytes=" + mostBytes + " hostShare=" + share
                    + ": must be >= -1, >= 0, 0..1");
        }
    }

    /** The same of another device. */
    public DeviceOptions withNumber(int number) {
        return new DeviceOptions(number, mostBytes, hostShare);
    }

    /** With a share as rates give it. */
    public DeviceOptions(int number, long mostBytes) {
        this(number, mostBytes, OptionalDouble.empty());
    }
}
