/**
 * What a host consumes, how fast its clock runs, and how healthy the host is, while a test runs.
 *
 * <p>Owns: the sources of energy of a host (RAPL, hwmon, NVML, a user's meter), what each of them covers, and which are summed; the clock
 * of its cores, and how often they were throttled; the time series of its health: temperature, memory, errors of memory and links, GPUs.
 * Must not know: ranks, commands, reports.
 *
 * <p>Start reading at {@link hplhetero.run.power.PowerMeter}.
 */
package hplhetero.run.power;
