/**
 * The common parts of the providers on the host's processors.
 *
 * <p>This package owns two things: the rule that submitted updates are done when the call returns, and the update by dtrsm and dgemm for
 * providers that keep no packed panel. It must not know a provider's kernels except through their contract.
 *
 * <p>Start reading at {@link hplhetero.blas.host.HostPanelUpdate}, then {@link hplhetero.blas.host.PlainPanelUpdate}.
 */
package hplhetero.blas.host;
