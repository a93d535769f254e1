package hplhetero.network.lid;

import hplhetero.network.topology.PathTable;

/**
 * The paths that a method chose.
 *
 * @param table    path by which each rank sends to each other rank
 * @param unsolved number of messages for which the method found no path whose links were free, so that they share a link; 0 for methods
 *                 that do not look for free links
 */
public record LidChoice(PathTable table, long unsolved) {
}
