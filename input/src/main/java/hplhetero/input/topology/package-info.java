/**
 * Descriptions of networks, read and written: topology files, and what InfiniBand's own tools and Slurm say of a network.
 *
 * <p>Owns: the format of topology files (docs/topology-file.md), how output of ibnetdiscover and dump_lfts and Slurm's topology files are
 * read, and how forwarding tables are written for OpenSM. Must not know: what is sent over the network, how tables are designed, the
 * command line.
 *
 * <p>Start reading at {@link hplhetero.input.topology.TopologyFileReader} and {@link hplhetero.input.topology.InfiniBandReader}.
 */
package hplhetero.input.topology;
