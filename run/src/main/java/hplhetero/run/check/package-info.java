/**
 * Whether hosts are fit for a run: what was seen of them, what of it is trouble, and what to do about it.
 *
 * <p>Owns: {@code Evidence}, the rules that find {@code Trouble} in it (pure functions), the table and the JSON. Must not know: how
 * hosts are reached or ranks are started; the evidence comes from ranks ({@code WorldCheck}) or from agents ({@code HostsCheck}).
 *
 * <p>Start reading at {@link hplhetero.run.check.Troubles} and {@link hplhetero.run.check.Evidence}.
 */
package hplhetero.run.check;
