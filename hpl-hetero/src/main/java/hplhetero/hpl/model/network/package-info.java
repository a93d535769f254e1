/**
 * What the messages of a run take where the fabric is known: alone, and while all process rows or all process columns send at once; and
 * orders of ranks by where they sit.
 *
 * <p>Owns: loads of links. Must not know: clocks, maps of blocks, how plans are searched.
 *
 * <p>Start reading at {@link hplhetero.hpl.model.network.GridLoads}.
 */
package hplhetero.hpl.model.network;
