/**
 * {@code hpl net lids}: chooses by which of several paths (with InfiniBand, LIDs) each rank of a job sends to each other one, for what the
 * ranks do.
 *
 * <p>Owns: which patterns are asked for, the comparison of methods, and how table, loads and pictures are shown and written. Must not know:
 * how paths are chosen, the format of forwarding tables, transports.
 *
 * <p>Start reading at {@link hplhetero.run.net.lids.LidsCommand}, then {@link hplhetero.run.net.lids.TableComparison}.
 */
package hplhetero.run.net.lids;
