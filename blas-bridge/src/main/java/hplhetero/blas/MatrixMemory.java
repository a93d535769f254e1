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
        public void split(int column, int row) {
            // all columns are the host's
        }

        @Override
        public void copyOut(long from, long to, int w) {
            OffHeap.copy(from, to, (long) Double.BYTES * w);
        }

        @Override
        public void awaitCopies() {
            // copyOut returns only when its copy is done
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
     * @param row    the first row that is still needed of the columns that change sides
     */
    void split(int column, int row);

    /**
     * Submits the copy of a part of a row, in its state after all updates so far, to the host's memory. No update of this part may be under
     * way.
     *
     * @param from address of the part's first double, in the host's addresses that name the matrix
     * @param to   address of the host's memory outside of the matrix, or {@code from} itself to bring the host's own copy up to date
     * @param w    number of doubles to copy
     */
    void copyOut(long from, long to, int w);

    /** Waits until all submitted copies have been made. */
    void awaitCopies();
}
