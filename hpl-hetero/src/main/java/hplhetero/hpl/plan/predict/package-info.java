/**
 * What a described machine would reach, where the rest of its peak goes, and what would change it.
 *
 * <p>Owns: the machine's kinds of ranks, a coarser search for very many ranks, losses in shares of the peak, the what-ifs. Must not
 * know: how plans are searched and priced, files, command lines.
 *
 * <p>Start reading at {@link hplhetero.hpl.plan.predict.Predictor}.
 */
package hplhetero.hpl.plan.predict;
