package hplhetero.blas.device;

import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;

/**
 * A row-major matrix in the host's memory whose last columns, or all, also have a place on the device: the columns that are updated
 * longest. The host may take the last of these columns back. Callers name elements by addresses of the host, where row i + 1 begins
 * {@code host.ld()} doubles behind row i.
 */
final class HeldMatrix implements MatrixMemory {
    private final MatrixRef host;
    private final long base;
    private final long end;
    /** The first column that has a place on the device. */
    private final int first;
    private final long device;
    private final int deviceLd;
    private final DeviceQueue queue;
    /** The first column that the host has taken back. Owner: the rank's thread, which writes it between updates. */
    private int hostFrom;

    /**
     * Creates a matrix that {@code device} has room for, without copying.
     *
     * @param host     the whole matrix, transposed
     * @param first    row of {@code host}, which is a column of the matrix, from which on the device holds the matrix
     * @param device   address of the device's memory, with {@code deviceLd} doubles for each column of {@code host}
     * @param deviceLd leading dimension on the device, in doubles
     * @param queue    the queue for copies outside of updates
     */
    HeldMatrix(MatrixRef host, int first, long device, int deviceLd, DeviceQueue queue) {
        this.host = host;
        this.first = first;
        this.device = device;
        this.deviceLd = deviceLd;
        this.queue = queue;
        hostFrom = host.rows();
        base = host.address();
        end = base + (long) Double.BYTES * host.ld() * Math.max(0, host.cols() - 1) + (long) Double.BYTES * host.rows();
    }

    /** Returns whether an address of the host's memory lies in this matrix. */
    boolean contains(long address) {
        return address >= base && address < end;
    }

    /**
     * Returns how many elements of a part of a row have no place on the device, and therefore lie in the host's memory alone. These are the
     * first elements of the part, because the device holds the last columns of the matrix.
     *
     * @param address address, on the host, of the part's first element
     * @param w       number of elements of the part
     */
    int onHost(long address, int w) {
        return Math.clamp(first - (address - base) / Double.BYTES % host.ld(), 0, w);
    }

    /**
     * Returns the address on the device of an element that the device holds.
     *
     * @param address address of the element on the host
     */
    long onDevice(long address) {
        long index = (address - base) / Double.BYTES;
        return device + Double.BYTES * (index / host.ld() * deviceLd + index % host.ld() - first);
    }

    /** Returns the leading dimension of this matrix on the device, in doubles. */
    int deviceLd() {
        return deviceLd;
    }

    @Override
    public void adopt() {
        queue.use();
        int columns = hostFrom - first;
        if (columns > 0) {
            queue.upload(device, deviceLd, base + (long) Double.BYTES * first, host.ld(), columns, host.cols());
            queue.await();
        }
    }

    @Override
    public void split(int column, int row) {
        int from = Math.max(first, Math.min(column, hostFrom));
        int columns = Math.max(column, hostFrom) - from;
        int rows = host.cols() - row;
        boolean toDevice = column > hostFrom;
        hostFrom = column;
        if (columns <= 0 || rows <= 0) {
            return;
        }
        queue.use();
        long address = base + (long) Double.BYTES * ((long) row * host.ld() + from);
        if (toDevice) {
            queue.upload(onDevice(address), deviceLd, address, host.ld(), columns, rows);
        } else {
            queue.download(address, host.ld(), onDevice(address), deviceLd, columns, rows);
        }
        queue.await();
    }

    @Override
    public void copyOut(long from, long to, int w) {
        int before = onHost(from, w);
        int behind = Math.clamp(hostFrom - (from - base) / Double.BYTES % host.ld(), before, w);
        copyOnHost(from, to, 0, before);
        if (before < behind) {
            queue.use();
            long skipped = (long) Double.BYTES * before;
            queue.download(to + skipped, onDevice(from + skipped), behind - before);
        }
        copyOnHost(from, to, behind, w);
    }

    private static void copyOnHost(long from, long to, int begin, int end) {
        if (begin < end && from != to) {
            OffHeap.copy(from + (long) Double.BYTES * begin, to + (long) Double.BYTES * begin, (long) Double.BYTES * (end - begin));
        }
    }

    @Override
    public void awaitCopies() {
        queue.use();
        queue.await();
    }
}
