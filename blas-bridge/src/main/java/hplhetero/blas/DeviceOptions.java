package hplhetero.blas;

/**
 * Which device of a machine, and how much of it.
 *
 * @param number    from 0 on, as {@code hpl devices} lists them
 * @param mostBytes of its memory that matrices may take, &gt;= 0
 */
public record DeviceOptions(int number, long mostBytes) {
    /** The first one, and all of its memory but what else is needed there. */
    public static final DeviceOptions USUAL = new DeviceOptions(0, Long.MAX_VALUE);

    public DeviceOptions {
        if (number < 0 || mostBytes < 0) {
            throw new IllegalArgumentException("number=" + number + " mostBytes=" + mostBytes + ": both must be >= 0");
        }
    }
}
