/**
 * Whether hosts are fit for a run: evidence is gathered, judged by the rules, and shown.
 *
 * <p>Owns: where evidence comes from, the table and the JSON. Must not know: how hosts are reached or ranks are started; the evidence comes
 * from ranks ({@code WorldCheck}) or from agents ({@code HostsCheck}).
 *
 * <p>Start reading at {@link hplhetero.run.check.CheckReport}; the rules are in {@link hplhetero.run.check.rules.Problems}.
 */
package hplhetero.run.check;
