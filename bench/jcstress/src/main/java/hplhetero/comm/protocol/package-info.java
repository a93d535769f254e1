/** What trials of the ring need of {@code comm.protocol}'s own. Must not know: the ring. */
package hplhetero.comm.protocol;
