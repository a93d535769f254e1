package hplhetero.hpl.model.network;

/**
 * The loads of a panel on its way along one process row while panels go along all other rows too, in seconds for each byte of the panel.
 *
 * @param hops   seconds a byte of each hop, indexed by hop
 * @param rounds seconds a byte of all rounds of an exchange of pieces together; 0 where there is no exchange
 * @param step   seconds a byte of each step of such an exchange
 */
public record RowLoads(double[] hops, double rounds, double step) {
}
