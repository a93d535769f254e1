/**
 * {@code hpl net}: networks that a file describes, what collectives take on them, and pictures of that.
 *
 * <p>Owns: the subcommands and their tables. Must not know: runs of HPL, transports, kernels.
 *
 * <p>Start reading at {@link hplhetero.run.net.NetCommand}, {@link hplhetero.run.net.PredictCommand} and {@link
 * hplhetero.run.net.DrawCommand}; {@code probe} below measures.
 */
package hplhetero.run.net;
