package hplhetero.blas.device;

import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;

/**
 * A row-major matrix in the host's memory of whose rows the last columns, or all, lie on the device: those that are updated longest.
 * Named by addresses of the host; so many doubles lie there between rows.
 */
final class HeldMatrix implements MatrixMemory {
    private final MatrixRef host;
    private final long base;
    private final long end;
    /** The first column on the device. */
    private final int first;
    private final long device;
    private final int deviceLd;
    private final DeviceQueue queue;

    /**
     * @param host     the whole matrix, transposed
     * @param first    row of that, and so column of the matrix, from which on it is held
     * @param device   memory of {@code deviceLd} doubles for each column of {@code host}
     * @param queue    for copies outside of updates
     */
    HeldMatrix(MatrixRef host, int first, long device, int deviceLd, DeviceQueue queue) {
        this.host = host;
        this.first = first;
        this.device = device;
        this.deviceLd = deviceLd;
        this.queue = queue;
        base = host.address();
        end = base + (long) Double.BYTES * host.ld() * Math.max(0, host.cols() - 1) + (long) Double.BYTES * host.rows();
    }

    boolean contains(long address) {
        return address >= base && address < end;
    }

    /** Of {@code w} columns that begin at an address: how many lie on the host only, before the others. */
    int onHost(long address, int w) {
        return Math.clamp(first - (address - base) / Double.BYTES % host.ld(), 0, w);
    }

    /** Where on the device lies what has this address. */
    long onDevice(long address) {
        long index = (address - base) / Double.BYTES;
        return device + Double.BYTES * (index / host.ld() * deviceLd + index % host.ld() - first);
    }

    int deviceLd() {
        return deviceLd;
    }

    @Override
    public void takeOver() {
        queue.use();
        queue.upload(device, deviceLd, base + (long) Double.BYTES * first, host.ld(), host.rows() - first, host.cols());
        queue.await();
    }

    @Override
    public void copyOut(long from, long to, int w) {
        int here = onHost(from, w);
        if (here > 0 && from != to) {
            OffHeap.copy(from, to, (long) Double.BYTES * here);
        }
        if (here < w) {
            queue.use();
            long skipped = (long) Double.BYTES * here;
            queue.download(to + skipped, onDevice(from + skipped), w - here);
        }
    }

    @Override
    public void awaitCopies() {
        queue.use();
        queue.await();
    }
}
