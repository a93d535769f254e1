package hplhetero.hpl.model.network;

/**
 * A panel on its way along one process row, while it also goes along all the others: seconds a byte of it.
 *
 * @param hops   of each hop
 * @param rounds of all rounds of an exchange of pieces together; 0 where there is none
 * @param step   of each step of one
 */
public record RowLoads(double[] hops, double rounds, double step) {
}
