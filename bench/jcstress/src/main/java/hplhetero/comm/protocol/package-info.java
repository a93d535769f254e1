/**
 * The parts of {@code comm.protocol} that trials of the ring need and that only its own package sees. This package must not know the ring.
 */
package hplhetero.comm.protocol;
