/**
 * Edge colouring for the choice of paths. There are three parts: colouring of bipartite multigraphs, colouring of the levels of a tree that
 * offers all combinations of ways, and colouring for pairs that may take some paths only, with a search for what chains leave.
 *
 * <p>Owns: the stages of patterns as pairs of ranks, the routes between switches, their loads. Must not know: LIDs, methods, what is told
 * to a user.
 *
 * <p>Start reading at {@link hplhetero.network.lid.colour.EdgeColouring}, then {@link hplhetero.network.lid.colour.LevelColouring} and
 * {@link hplhetero.network.lid.colour.PathSearch}.
 */
package hplhetero.network.lid.colour;
