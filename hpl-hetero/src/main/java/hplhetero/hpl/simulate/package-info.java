/**
 * A whole run in virtual time: every rank does the steps of {@code lu.PanelSteps} with seconds in the place of arithmetic and stated
 * messages in the place of sent ones, over links that all share.
 *
 * <p>Owns: what each act of a step takes of a rank, and where its time goes. Must not know: how links are shared
 * ({@code network.simulate}), which algorithms there are, how maps are found, pictures.
 *
 * <p>Start reading at {@link hplhetero.hpl.simulate.RunSimulator}, then {@code StepScript} and {@code RankProgram}.
 */
package hplhetero.hpl.simulate;
