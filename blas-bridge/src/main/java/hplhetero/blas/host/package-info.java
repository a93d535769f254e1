/**
 * What the providers on the host's processors share: the trailing update by dtrsm and dgemm, for those that keep no packed panel.
 *
 * <p>Owns: that update. Must not know: a provider's kernels, other than through their contract.
 *
 * <p>Start reading at {@link hplhetero.blas.host.PlainPanelUpdate}.
 */
package hplhetero.blas.host;
