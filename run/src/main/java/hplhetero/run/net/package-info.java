/**
 * {@code hpl net}: what collectives take on a network that a topology file describes.
 *
 * <p>Owns: the subcommands and their tables. Must not know: runs of HPL, transports, kernels.
 *
 * <p>Start reading at {@link hplhetero.run.net.NetCommand}; its subcommands share {@link hplhetero.run.net.QuestionOptions}.
 */
package hplhetero.run.net;
