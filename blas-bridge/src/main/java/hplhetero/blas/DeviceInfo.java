package hplhetero.blas;

import java.io.Serializable;

/**
 * A device that kernels can compute on, for people.
 *
 * @param number   as {@link DeviceOptions} has it
 * @param name     its maker's
 * @param driver   name and version
 * @param bytes    of memory
 * @param peak     GFLOPS in double precision, with its matrix units where it has some; 0 where not known
 * @param source   where the peak comes from
 */
public record DeviceInfo(int number, String name, String driver, long bytes, double peak, String source) implements Serializable {
}
