/**
 * What came out: status, times, residual of a case, and what each rank did.
 *
 * <p>Owns: these records. Must not know: how they are shown or kept.
 *
 * <p>Start reading at {@link hplhetero.hpl.result.CaseResult}.
 */
package hplhetero.hpl.result;
