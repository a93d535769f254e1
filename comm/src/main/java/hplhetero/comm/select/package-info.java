/**
 * Which algorithm does a collective: prices first, then trials, then a watch over the one taken.
 *
 * <p>Owns: the course of a selection, what ranks must agree on, and what was chosen and why. Must not know: how algorithms work, files,
 * transports.
 *
 * <p>Start reading at {@link hplhetero.comm.select.Selection}, one collective's course without any messages;
 * {@link hplhetero.comm.select.Selector} keeps those of a communicator, and {@link hplhetero.comm.select.SelectedCollectives} does
 * collectives by them.
 */
package hplhetero.comm.select;
