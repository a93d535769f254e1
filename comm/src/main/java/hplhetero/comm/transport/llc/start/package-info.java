/**
 * How ranks tell each other how they are reached, before they can exchange messages: a key-value store in the launching process, of the
 * program that started them ({@code pmi}), or among threads.
 *
 * <p>Owns: what launcher and ranks say to each other, a rank's token and address. Must not know: translators. Start reading at
 * {@link hplhetero.comm.transport.llc.start.RankStart}, then {@link hplhetero.comm.transport.llc.start.StoreServer}.
 */
package hplhetero.comm.transport.llc.start;
