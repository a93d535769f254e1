/**
 * What a burn-in has measured of hosts, and which of them are bad.
 *
 * <p>Owns: the records of a burn-in, the judgement with its thresholds, and the comparison with an earlier burn-in. Must not know: how
 * hosts are reached, how HPL runs, how results are shown.
 *
 * <p>Start reading at {@link hplhetero.results.burnin.BurnIn}, then {@link hplhetero.results.burnin.Verdicts}.
 */
package hplhetero.results.burnin;
