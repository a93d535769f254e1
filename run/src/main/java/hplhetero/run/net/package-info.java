/**
 * {@code hpl net}: networks that a file describes, what collectives take on them, and pictures of that.
 *
 * <p>Owns: the subcommands and their tables. Must not know: runs of HPL, transports, kernels.
 *
 * <p>Start reading at {@link hplhetero.run.net.NetCommand}; {@code predict} and {@code simulate} share {@link
 * hplhetero.run.net.QuestionOptions}. Below: {@code bench}, {@code probe}, {@code study} and {@code paper}.
 */
package hplhetero.run.net;
