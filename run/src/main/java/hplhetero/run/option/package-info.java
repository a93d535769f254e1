/**
 * Options that several commands share.
 *
 * <p>Owns: how ranks are started on hosts, how they exchange messages, and which network they have, as users say it. Must not know:
 * commands.
 *
 * <p>Start reading at {@link hplhetero.run.option.TransportOption}.
 */
package hplhetero.run.option;
