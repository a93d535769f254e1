/**
 * How much of the matrix each rank should own: what was measured of ranks and links, maps of blocks made from it, the
 * time model, and the planner that takes the best plan. Must not know: matrices in memory, files, command lines.
 * Start reading at {@link hplhetero.hpl.balance.Cluster}, then {@link hplhetero.hpl.balance.Planner}.
 */
package hplhetero.hpl.balance;
