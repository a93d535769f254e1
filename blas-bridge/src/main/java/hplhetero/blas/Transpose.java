package hplhetero.blas;

/** The operation op(X) of the BLAS: the matrix itself, or its transpose. */
public enum Transpose { NO, YES }
