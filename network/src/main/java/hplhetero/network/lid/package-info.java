/**
 * Routes without hot spots in fat trees. The package chooses by which of several paths (with InfiniBand, LIDs) each rank sends to each
 * other rank, so that messages that are under way at once share no link.
 *
 * <p>Owns: the choice of paths for the traffics of a run, by several methods, and what each choice costs in contended stages. Must not
 * know: how forwarding tables are made, files, GUIDs, subnet managers, HPL.
 *
 * <p>Start reading at {@link hplhetero.network.lid.LidMethod}, then {@link hplhetero.network.lid.Contention}.
 */
package hplhetero.network.lid;
