/**
 * The translator for Fujitsu's uTofu, the interface of the Tofu interconnect below MPI, over libtofucom.
 *
 * <p>Owns: the binding of libtofucom. Must not know: messages, matching.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.llc.utofu.UtofuTranslator}, then {@code UtofuFunctions}.
 */
package hplhetero.comm.transport.llc.utofu;
