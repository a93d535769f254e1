package hplhetero.blas;

/**
 * The place of a matrix's elements while the matrix is factored. For the host's kernels this is the host's memory. Kernels of a device may
 * keep a copy in the device's memory, which their panel updates change. The host's memory is then out of date, except for what
 * {@link PanelUpdate#store} writes. Callers always name the matrix by addresses of the host.
 */
public interface MatrixMemory {
    /** The place of a matrix for the host's kernels: all elements stay in the host's memory. */
    MatrixMemory HOST = new MatrixMemory() {
        @Override
        public void adopt() {
            // the host's memory already holds the matrix
        }

        @Override
        public void split(int column) {
            // all columns are the host's
        }

        @Override
        public void copyOut(long[] from, long[] to, int count, int w) {
            for (int i = 0; i < count; i++) {
                OffHeap.copy(from[i], to[i], (long) Double.BYTES * w);
            }
        }

        @Override
        public void refresh(int row, int rows, int column, int columns) {
            // the host's memory is up to date
        }

        @Override
        public int subtractProduct(int row, int rows, int column, int columns, long x, long y) {
            return columns;
        }
    };

    /**
     * Copies the matrix, as the host's memory holds it now, to the memory where panel updates change it. Called before the clock starts;
     * returns when the copy is done.
     *
     * @throws KernelException when the device is lost
     */
    void adopt();

    /**
     * Gives the columns from {@code column} on to the host and the columns before it to the device, and copies the columns that change
     * sides. The host's kernels alone update the host's columns. At the beginning the host has none. No update may be under way. Returns
     * when the copies are done.
     *
     * @param column the first column of the host; the number of columns gives the host none
     */
    void split(int column);

    /**
     * Copies parts of rows, in their state after all updates so far, to the host's memory. No update of these parts may be under way.
     * Returns when the copies are done.
     *
     * @param from  addresses of the first double of each part, in the host's addresses that name the matrix
     * @param to    addresses of the host's memory outside of the matrix, one for each part
     * @param count number of parts
     * @param w     length of each part, in doubles
     */
    void copyOut(long[] from, long[] to, int count, int w);

    /**
     * Brings the host's own copy of a part of the matrix up to date. No update of this part may be under way. Returns when the copy is
     * done.
     *
     * @param row     first row of the part
     * @param rows    number of rows of the part
     * @param column  first column of the part
     * @param columns number of columns of the part
     */
    void refresh(int row, int rows, int column, int columns);

    /**
     * Computes y := y - A x with those columns of a part A of the matrix that a device holds; the host's kernels take the other columns. No
     * update of this part may be under way. Returns when the product is done.
     *
     * @param row     first row of the part
     * @param rows    number of rows of the part, and of doubles of y
     * @param column  first column of the part
     * @param columns number of columns of the part, and of doubles of x
     * @param x       address of x in the host's memory
     * @param y       address of y in the host's memory, read and written
     * @return how many columns are left to the host's kernels: the first ones of the part
     */
    int subtractProduct(int row, int rows, int column, int columns, long x, long y);
}
