/**
 * Files of choices, which say which algorithm does which collective, as learnt on a placement or written by hand.
 *
 * <p>Owns: the format, which docs/collectives.md describes. Must not know: how choices come about.
 *
 * <p>Start reading at {@link hplhetero.input.choices.ChoicesFileReader}.
 */
package hplhetero.input.choices;
