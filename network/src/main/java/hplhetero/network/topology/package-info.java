/**
 * The network that ranks sit in: its nodes, the links between them, the route of every message, and the place of each rank.
 *
 * <p>Owns: fabrics (one switch, meshes and tori, fat trees, dragonflies, HyperX, tables), placements of ranks on their nodes, and what
 * ranks share there (hosts, switches, lines, groups, boxes). Must not know: what is sent, how long it takes, files, ranks that run.
 *
 * <p>Start reading at {@link hplhetero.network.topology.Fabric}, then {@link hplhetero.network.topology.Placement}.
 */
package hplhetero.network.topology;
