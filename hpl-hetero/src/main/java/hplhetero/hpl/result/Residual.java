package hplhetero.hpl.result;

import java.io.Serializable;

/**
 * The residual check: {@code scaled = resid / (eps (normAInf normXInf + normBInf) N)}, eps = 2^-53.
 *
 * @param scaled   the scaled residual; 0 for N = 0
 * @param residual ||Ax-b||_oo
 * @param aInf     ||A||_oo
 * @param aOne     ||A||_1
 * @param xInf     ||x||_oo
 * @param xOne     ||x||_1
 * @param bInf     ||b||_oo
 * @param xSum     CRC-32C checksum of the bits of x, equal for equal solutions
 */
public record Residual(double scaled, double residual, double aInf, double aOne, double xInf, double xOne, double bInf,
                       int xSum) implements Serializable {
}
