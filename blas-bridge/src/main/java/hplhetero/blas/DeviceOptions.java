package hplhetero.blas;

/**
 * Which device of a machine, and how much of it.
 *
 * @param number    from 0 on, as {@code hpl devices} lists them, or {@link #ANY}
 * @param mostBytes of its memory that matrices may take, &gt;= 0
 */
public record DeviceOptions(int number, long mostBytes) {
    /** Each rank of a machine another one. */
    public static final int ANY = -1;

    /** The first one, and all of its memory but what else is needed there. */
    public static final DeviceOptions USUAL = new DeviceOptions(0, Long.MAX_VALUE);

    public DeviceOptions {
        if (number < ANY || mostBytes < 0) {
            throw new IllegalArgumentException("number=" + number + " mostBytes=" + mostBytes + ": must be >= -1, >= 0");
        }
    }
}
