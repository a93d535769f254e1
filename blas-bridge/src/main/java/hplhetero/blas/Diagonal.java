package hplhetero.blas;

/** Whether the diagonal of a triangular matrix is read or taken to be all ones. */
public enum Diagonal { NON_UNIT, UNIT }
