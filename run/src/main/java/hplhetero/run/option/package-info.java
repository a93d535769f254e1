/**
 * The options that several commands share.
 *
 * <p>Owns: how users say where ranks are started, how they exchange messages, and which network they have. Must not know: commands.
 *
 * <p>Start reading at {@link hplhetero.run.option.TransportOption}.
 */
package hplhetero.run.option;
