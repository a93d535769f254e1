/**
 * Back substitution, from U and y to x.
 *
 * <p>Owns: back substitution and its messages. Must not know: how U and y came about.
 *
 * <p>Start reading at {@link hplhetero.hpl.solve.BackSubstitution}.
 */
package hplhetero.hpl.solve;
