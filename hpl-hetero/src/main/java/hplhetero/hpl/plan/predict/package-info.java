/**
 * The prediction of what a described machine would reach, where the rest of its peak goes, and what would change the result.
 *
 * <p>This package owns the machine's kinds of ranks, a coarser search for very many ranks, lost shares of the peak, and the what-ifs.
 * It must not know how plans are searched and priced, files, nor command lines.
 *
 * <p>Start reading at {@link hplhetero.hpl.plan.predict.Predictor}.
 */
package hplhetero.hpl.plan.predict;
