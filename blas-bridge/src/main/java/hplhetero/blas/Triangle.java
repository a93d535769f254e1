package hplhetero.blas;

/** Which triangle of a matrix is read; the other is not touched. */
public enum Triangle { LOWER, UPPER }
