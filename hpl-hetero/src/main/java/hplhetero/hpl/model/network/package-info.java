/**
 * The time that the messages of a run take where the fabric is known: alone, and while all process rows or all process columns send at
 * once. Also orders of ranks by where they sit.
 *
 * <p>This package owns the loads of links. It must not know clocks, maps of blocks, nor how plans are searched.
 *
 * <p>Start reading at {@link hplhetero.hpl.model.network.GridLoads}.
 */
package hplhetero.hpl.model.network;
