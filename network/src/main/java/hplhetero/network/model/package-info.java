/**
 * The time that a collective takes on a network: fitted costs of messages, the papers' formulas, and the price from real routes.
 *
 * <p>Owns: costs of messages, formulas as printed and as corrected, and the most loaded link of every stage. Must not know: transports,
 * ranks that run, which algorithm is chosen.
 *
 * <p>Start reading at {@link hplhetero.network.model.Pricer} and {@link hplhetero.network.model.NetworkCost}. The papers' formulas are in
 * {@link hplhetero.network.model.EffectiveBisection}, {@link hplhetero.network.model.AverageBandwidth} and {@link
 * hplhetero.network.model.AlltoallModel}.
 */
package hplhetero.network.model;
