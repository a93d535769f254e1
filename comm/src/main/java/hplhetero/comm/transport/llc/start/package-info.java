/**
 * How ranks tell each other how they are reached, before they can exchange messages: a key-value store in the launching process, or among
 * threads.
 *
 * <p>Owns: what launcher and ranks say to each other. Must not know: translators. Start reading at
 * {@link hplhetero.comm.transport.llc.start.StoreServer}, then {@link hplhetero.comm.transport.llc.start.StoreClient}.
 */
package hplhetero.comm.transport.llc.start;
