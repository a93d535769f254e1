/**
 * What the algorithms of collectives send, stated once.
 *
 * <p>Owns: the messages of each algorithm, in stages. Must not know: buffers, transports, networks, time.
 *
 * <p>Start reading at {@link hplhetero.comm.schedule.Traffic}.
 */
package hplhetero.comm.schedule;
