package hplhetero.blas.device;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;

/**
 * A row-major matrix in the host's memory of whose rows the last columns, or all, have a place on the device: those that are updated
 * longest. The host may take the last ones back. Named by addresses of the host; so many doubles lie there between rows.
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
    /** The first column that is the host's again. Owner: the rank's thread, between updates. */
    private int hostFrom;

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
        hostFrom = host.rows();
        base = host.address();
        end = base + (long) Double.BYTES * host.ld() * Math.max(0, host.cols() - 1) + (long) Double.BYTES * host.rows();
    }

    boolean contains(long address) {
        return address >= base && address < end;
    }

    /** Of {@code w} columns that begin at an address: how many have no place on the device, before the others. */
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
