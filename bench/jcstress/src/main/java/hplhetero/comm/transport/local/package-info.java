/**
 * Trials of the ring between two ranks, by jcstress: one class states one thing that both sides may rely on. Owns: what is allowed to
 * be seen. Must not know: matching, progress. Start reading at {@link hplhetero.comm.transport.local.EagerMessageStress}.
 */
package hplhetero.comm.transport.local;
