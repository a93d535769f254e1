package hplhetero.blas;

/** op(X) of the BLAS: the matrix as it stands, or its transpose. */
public enum Transpose { NO, YES }
