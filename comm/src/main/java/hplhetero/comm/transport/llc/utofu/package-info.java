/**
 * The translator for Fujitsu's uTofu, the interface of the Tofu interconnect below MPI, over libtofucom. Owns: what that library is asked.
 * Must not know: messages, matching. Start reading at {@link hplhetero.comm.transport.llc.utofu.UtofuTranslator}.
 */
package hplhetero.comm.transport.llc.utofu;
