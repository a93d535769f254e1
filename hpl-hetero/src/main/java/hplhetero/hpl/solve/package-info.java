/**
 * From U and y to x. Must not know: how they came about. Start reading at
 * {@link hplhetero.hpl.solve.BackSubstitution}.
 */
package hplhetero.hpl.solve;
