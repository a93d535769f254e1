/**
 * {@code hpl net simulate --hpl}: a whole run in virtual time.
 *
 * <p>Owns: its options, its table, its JSON, and which steps of which ranks are drawn. Must not know: how runs are simulated, or how
 * pictures are drawn.
 *
 * <p>Start reading at {@link hplhetero.run.net.hpl.HplSimulation}.
 */
package hplhetero.run.net.hpl;
