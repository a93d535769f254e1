/**
 * Which algorithm does a collective: prices first, then trials, then a watch over the one taken.
 *
 * <p>Owns: the course of a selection, what ranks must agree on, and what was chosen and why. Must not know: how algorithms work, files,
 * transports.
 *
 * <p>Runs of HPL learn otherwise, in {@code hpl.choose}, and share no rule with this package but that all ranks judge alike by the same
 * figures. Here a call counts from its start to its end: all candidates race in rounds, the ranks agree by a message after each round, and
 * the least of each candidate's times decides. In a run, calls hide behind the update, and steps become shorter as the run goes on. So a
 * run compares what ranks wait for within one trial, refuses a doubtful gain, and sends no message for it.
 *
 * <p>Start reading at {@link hplhetero.comm.select.Selection}, one collective's course without any messages;
 * {@link hplhetero.comm.select.Selector} keeps those of a communicator, and {@link hplhetero.comm.select.SelectedCollectives} does
 * collectives by them.
 */
package hplhetero.comm.select;
