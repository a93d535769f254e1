/**
 * Descriptions of networks, read and written: topology files, and what InfiniBand's own tools say of a network.
 *
 * <p>Owns: the format of topology files (docs/topology-file.md), and how output of ibnetdiscover and dump_lfts is read. Must not
 * know: what is sent over the network, the command line.
 *
 * <p>Start reading at {@link hplhetero.input.topology.TopologyFileReader} and {@link hplhetero.input.topology.InfiniBandReader}.
 */
package hplhetero.input.topology;
