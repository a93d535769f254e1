/**
 * What a burn-in has measured of hosts, and which of them are bad.
 *
 * <p>Owns: the records of a burn-in, and the judgement. Must not know: how hosts are reached, how HPL runs.
 *
 * <p>Start reading at {@link hplhetero.results.burnin.BurnIn}.
 */
package hplhetero.results.burnin;
