/**
 * What is known of the ranks of a run and of the network between them, measured or described.
 *
 * <p>Owns: these records, and the text in which they are kept and sent. Must not know: who measured, what is made of it.
 *
 * <p>Start reading at {@link hplhetero.hpl.cluster.Cluster}.
 */
package hplhetero.hpl.cluster;
