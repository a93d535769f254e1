/**
 * The means by which ranks tell each other how they are reached, before they can exchange messages. It is a key-value store: that of our
 * launching process, of the program that started the ranks ({@code pmi}), or among threads.
 *
 * <p>Owns: how a rank learns its number, its store, the job's token and its address. Must not know: translators.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.llc.start.RankStart}, then {@link hplhetero.comm.transport.launch.StoreServer}.
 */
package hplhetero.comm.transport.llc.start;
