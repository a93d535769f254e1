package hplhetero.blas;

/** On which side of the unknown the triangular matrix stands. */
public enum Side { LEFT, RIGHT }
