/**
 * A whole run in virtual time. Every rank does the steps of {@code lu.PanelSteps}, with seconds in the place of arithmetic and described
 * messages in the place of sent ones, over links that all ranks share.
 *
 * <p>This package owns what each act of a step takes of a rank, and where its time goes. It must not know how links are shared
 * ({@code network.simulate}), which algorithms there are, how maps are found, nor pictures.
 *
 * <p>Start reading at {@link hplhetero.hpl.simulate.RunSimulator}, then {@code StepScript} and {@code RankProgram}.
 */
package hplhetero.hpl.simulate;
