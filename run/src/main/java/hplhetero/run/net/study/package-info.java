/**
 * {@code hpl net study}: how good the selector's choices are on random placements, in virtual time.
 *
 * <p>Owns: the placements and the counting. Must not know: how algorithms, prices or the simulator work.
 *
 * <p>Start reading at {@link hplhetero.run.net.study.Study}.
 */
package hplhetero.run.net.study;
