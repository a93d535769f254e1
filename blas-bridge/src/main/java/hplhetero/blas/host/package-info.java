/**
 * What the providers on the host's processors share: that a submitted update is done when the call returns, and the update by dtrsm and
 * dgemm, for those that keep no packed panel.
 *
 * <p>Owns: these. Must not know: a provider's kernels, other than through their contract.
 *
 * <p>Start reading at {@link hplhetero.blas.host.HostPanelUpdate}, then {@link hplhetero.blas.host.PlainPanelUpdate}.
 */
package hplhetero.blas.host;
