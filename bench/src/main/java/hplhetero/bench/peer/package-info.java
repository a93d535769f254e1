/**
 * The programs that are compared: ours, netlib HPL, OpenBLAS's dgetrf, ping-pongs in C and Java, collectives.
 *
 * <p>Owns: how they are started, what they are given to read, how their output is read. Must not know: what is compared with what, nor
 * how results are shown. Start reading at {@link hplhetero.bench.peer.Contender}.
 */
package hplhetero.bench.peer;
