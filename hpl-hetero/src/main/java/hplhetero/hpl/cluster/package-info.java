/**
 * What is known of the ranks of a run and of the network between them, measured or described.
 *
 * <p>Owns: the records of ranks and networks, and the text in which they are kept and sent. Must not know: who measured, and what is made
 * of the numbers.
 *
 * <p>Start reading at {@link hplhetero.hpl.cluster.Cluster}.
 */
package hplhetero.hpl.cluster;
