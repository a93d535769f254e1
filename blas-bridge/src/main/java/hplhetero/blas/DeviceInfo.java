package hplhetero.blas;

/**
 * A device that kernels can compute on, for people.
 *
 * @param number   as {@link DeviceOptions} has it
 * @param name     its maker's
 * @param driver   name and version
 * @param bytes    of memory
 */
public record DeviceInfo(int number, String name, String driver, long bytes) {
}
