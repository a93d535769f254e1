/**
 * The programs that are compared: ours, netlib HPL, OpenBLAS's dgetrf, ping-pongs in C and Java, collectives.
 *
 * <p>This package owns how the programs are started, what they are given to read, and how their output is read. It must not know what is
 * compared with what, nor how results are shown.
 *
 * <p>Start reading at {@link hplhetero.bench.peer.Contender}.
 */
package hplhetero.bench.peer;
