/**
 * {@code hpl net}: networks that a file describes, what collectives cost on them, and pictures of both.
 *
 * <p>Owns: the subcommands and their tables. Must not know: runs of HPL, transports, kernels.
 *
 * <p>Start reading at {@link hplhetero.run.net.NetCommand}; {@code predict} and {@code simulate} share
 * {@link hplhetero.run.net.QuestionOptions}. Packages below: {@code bench}, {@code probe}, {@code study}, {@code paper}, {@code hpl} and
 * {@code lids}.
 */
package hplhetero.run.net;
