/**
 * Selects the algorithm that does a collective: by predicted prices first, then by trials, then by watching the algorithm that was taken.
 *
 * <p>Owns: the states of a selection, what ranks must agree on, and what was chosen and why. Must not know: how algorithms work, files,
 * transports.
 *
 * <p>Runs of HPL learn in another way, in {@code hpl.choose}. The two packages share only one rule: all ranks judge alike by the same
 * figures. Here a call counts from its start to its end. All candidates race in rounds, the ranks agree by a message after each round, and
 * the least of each candidate's times decides. In a run of HPL, calls hide behind the update, and steps become shorter as the run goes on.
 * So a run compares what ranks wait for within one trial, refuses a doubtful gain, and sends no message for it.
 *
 * <p>Start reading at {@link hplhetero.comm.select.Selection}, which selects for one collective without any messages.
 * {@link hplhetero.comm.select.Selector} keeps the selections of a communicator, and {@link hplhetero.comm.select.SelectedCollectives} does
 * collectives by them.
 */
package hplhetero.comm.select;
