package hplhetero.blas;

/** The way a triangular matrix's diagonal is treated: read from memory, or taken to be all ones. */
public enum Diagonal { NON_UNIT, UNIT }
