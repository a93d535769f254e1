package hplhetero.blas;

/** The side of the unknown on which the triangular matrix stands. */
public enum Side { LEFT, RIGHT }
