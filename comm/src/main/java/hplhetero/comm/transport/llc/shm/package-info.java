/**
 * The translator between ranks on one host: each rank's area is a file in memory that all of them map.
 *
 * <p>Owns: the files of all areas. Must not know: what is written there.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.llc.shm.ShmTranslator}, then {@code PeerMemory}.
 */
package hplhetero.comm.transport.llc.shm;
