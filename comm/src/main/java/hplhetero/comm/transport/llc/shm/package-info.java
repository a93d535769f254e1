/**
 * The translator of ranks on one host: each rank's area is a file in memory that all of them map.
 *
 * <p>Owns: those files. Must not know: what is written there. Start reading at {@link hplhetero.comm.transport.llc.shm.ShmTranslator}.
 */
package hplhetero.comm.transport.llc.shm;
