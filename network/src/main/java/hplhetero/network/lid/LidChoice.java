package hplhetero.network.lid;

import hplhetero.network.topology.PathTable;

/**
 * Paths as a method chose them.
 *
 * @param table    by which each rank sends to each
 * @param unsolved messages for which the method found no path whose links were free; they share one. Of methods that do not look: 0
 */
public record LidChoice(PathTable table, long unsolved) {
}
