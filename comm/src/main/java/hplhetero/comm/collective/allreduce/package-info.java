/**
 * Algorithms that combine a buffer of each rank and bring the result to all.
 *
 * <p>Owns: the descriptions of their messages and their executors. Must not know: transports, what is combined.
 *
 * <p>Start reading at {@link hplhetero.comm.collective.allreduce.AllreduceKind}.
 */
package hplhetero.comm.collective.allreduce;
