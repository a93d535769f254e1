package hplhetero.blas;

/** The triangle of a matrix that is read; the other triangle is not touched. */
public enum Triangle { LOWER, UPPER }
