/**
 * The rules that say which of the things seen is a problem, and what to do about it.
 *
 * <p>Owns: {@code Evidence} and the rules over it, pure functions; docs/check.md explains each. Must not know: how evidence is gathered or
 * shown.
 *
 * <p>Start reading at {@link hplhetero.run.check.rules.Problems} and {@link hplhetero.run.check.rules.Evidence}.
 */
package hplhetero.run.check.rules;
