/**
 * What one host tells of itself: program, processor, clocks, memory, load, network, limits, rate of its kernels.
 *
 * <p>Owns: {@code HostFacts} and how it is read from {@code /proc}, {@code /sys} and the system's interfaces. What the system does not tell
 * is "not known" (0, -1 or an empty text, as each record says) and no error. Must not know: other hosts, or what counts as a problem.
 *
 * <p>Start reading at {@link hplhetero.run.facts.HostFacts}, then {@link hplhetero.run.facts.HostProbe}.
 */
package hplhetero.run.facts;
