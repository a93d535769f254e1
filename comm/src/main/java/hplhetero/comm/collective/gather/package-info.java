/**
 * The algorithm that brings a piece of each rank to one.
 *
 * <p>Owns: the description of its messages and its executor. Must not know: transports, what pieces mean.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.gather.GatherKind}.
 */
package hplhetero.comm.collective.gather;
