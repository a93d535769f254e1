/**
 * Trials of the ring between two ranks, by jcstress: each class states one thing that both sides may rely on.
 *
 * <p>This package owns the outcomes that may be seen. It must not know matching or progress.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.local.EagerMessageStress}.
 */
package hplhetero.comm.transport.local;
