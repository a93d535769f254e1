package hplhetero.blas;

/**
 * Where the elements of a matrix are while it is factored. On the host they stay in its memory. Kernels of a device may keep a copy
 * there, which their panel updates change: then the host's memory is out of date, but for what they {@link PanelUpdate#store}. Whoever
 * names the matrix goes on naming it by addresses of the host.
 */
public interface MatrixMemory {
    /** Of the host's kernels: nothing is kept elsewhere. */
    MatrixMemory HOST = new MatrixMemory() {
        @Override
        public void adopt() {
            // it is where it is
        }

        @Override
        public void split(int column, int row) {
            // all of it is the host's
        }

        @Override
        public void copyOut(long from, long to, int w) {
            OffHeap.copy(from, to, (long) Double.BYTES * w);
        }

        @Override
        public void awaitCopies() {
            // each was done at once
        }
    };

    /**
     * Copies the matrix, as the host's memory holds it now, to where it is updated. Before the clock starts; returns when it is done.
     *
     * @throws KernelException the device is lost
     */
    void adopt();

    /**
     * Leaves the columns from one on to the host, those before it to the device: what changes sides is copied. Columns of the host are
     * updated by the host's kernels alone. To begin with there are none. No update may be under way; returns when it is done.
     *
     * @param column the first that is the host's; the number of columns: none is
     * @param row    the first row that anybody wants of what changes sides
     */
    void split(int column, int row);

    /**
     * Submits the copy of a part of a row, as it is after all updates, to other memory of the host. No update of it may be under way.
     *
     * @param from address of its first double, by which the matrix is named
     * @param to   address outside of the matrix, or {@code from} itself: then the host's memory is brought up to date
     * @param w    doubles
     */
    void copyOut(long from, long to, int w);

    /** Returns when all copies have been made that were submitted. */
    void awaitCopies();
}
