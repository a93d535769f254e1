/**
 * What came out of a test: its status, times and residual, and what each rank did.
 *
 * <p>Owns: the records of results. Must not know: how results are shown or kept.
 *
 * <p>Start reading at {@link hplhetero.hpl.result.CaseResult}.
 */
package hplhetero.hpl.result;
