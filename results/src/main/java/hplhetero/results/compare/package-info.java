/**
 * The comparison of two sets of results.
 *
 * <p>Owns: which tests are of the same case, when a difference is more than noise, what of the environment changed. Must not know: where
 * results come from, how a comparison is shown.
 *
 * <p>Start reading at {@link hplhetero.results.compare.Comparison}.
 */
package hplhetero.results.compare;
