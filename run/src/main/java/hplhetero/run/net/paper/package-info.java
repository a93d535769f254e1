/**
 * {@code hpl net simulate --paper}: the figures of three papers, made again in virtual time, and whether the papers' claims hold.
 *
 * <p>Owns: the machines, placements and series of the figures. Must not know: how algorithms, prices or the simulator work.
 *
 * <p>Sources: Nanri, Sugiyama and Morie (tori, figures 2 to 4); Kurokawa and Nanri (fat trees, figures 3 to 15); Naruse, Nakashima,
 * Sumimoto and Kumon (hot spots, figures 8 and 9).
 *
 * <p>Start reading at {@link hplhetero.run.net.paper.Papers}.
 */
package hplhetero.run.net.paper;
