/**
 * {@code hpl burnin}: HPL on each of many hosts alone, all at once, again and again, then messages between pairs of them, and HPL over
 * groups of them.
 *
 * <p>Owns: which hosts take part, when a host is given up, and the order of the measurements. Must not know: how HPL runs on a host, how
 * messages are timed, which hosts are bad.
 *
 * <p>Start reading at {@link hplhetero.run.burnin.BurnInCommand}, then {@code HostsBurnIn} and {@code HostLoop}.
 */
package hplhetero.run.burnin;
