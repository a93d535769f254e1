package hplhetero.blas.device;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * A row-major matrix in the host's memory whose last columns, or all, also have a place on the device: the columns that are updated
 * longest. The host may take the last of these columns back. Each column is wholly the host's or wholly the device's. Callers name elements
 * by addresses of the host, where row i + 1 begins {@code host.ld()} doubles behind row i.
 */
final class HeldMatrix implements MatrixMemory {
    private static final int LINE = 32;
    /** The most doubles of the device's memory that a product takes to transpose a part of the matrix. */
    private static final long MOST_TRANSPOSED = 4 << 20;

    private final Device device;
    private final MatrixRef host;
    private final long base;
    private final long end;
    /** The first column that has a place on the device. */
    private final int first;
    /** Address of the matrix in the device's memory. */
    private final long memory;
    private final int deviceLd;
    private final DeviceQueue queue;
    /** Has the work that a queue gets from now on begin only when the work is done that updates have left to the device. */
    private final Consumer<DeviceQueue> order;
    /** The device's memory in which a product has y, as many doubles as the matrix has rows. */
    private final long deviceY;
    /** The device's memory in which a product has x, then a part of the matrix that is transposed. */
    private final long deviceX;
    private final long transposed;
    /** Number of doubles of the memory for a part of the matrix that is transposed. */
    private final long mostTransposed;
    /** The first column that the host has taken back. Owner: the rank's thread, which writes it between updates. */
    private int hostFrom;

    /**
     * Creates a matrix without copying it.
     *
     * @param host     the whole matrix, transposed
     * @param memory   memory of the device, with {@code deviceLd} doubles for each column of {@code host}
     * @param deviceLd leading dimension on the device, in doubles; of a matrix with more columns the device holds so many, the last ones
     * @param work     memory of the device for products, {@link #workBytes} bytes
     * @param order    has the work that a queue gets from now on begin only when the work is done that updates have left to the device
     * @param arena    the arena whose end gives the queue for copies outside of updates back
     */
    HeldMatrix(Device device, MatrixRef host, long memory, int deviceLd, long work, Consumer<DeviceQueue> order, Arena arena) {
        this.device = device;
        this.host = host;
        this.memory = memory;
        this.deviceLd = deviceLd;
        this.order = order;
        first = Math.max(0, host.rows() - deviceLd);
        queue = device.queue(true, arena);
        hostFrom = host.rows();
        base = host.address();
        end = base + (long) Double.BYTES * host.ld() * Math.max(0, host.cols() - 1) + (long) Double.BYTES * host.rows();
        deviceY = work;
        deviceX = deviceY + (long) Double.BYTES * padded(host.cols());
        transposed = deviceX + (long) Double.BYTES * deviceLd;
        mostTransposed = mostTransposed(host, deviceLd);
    }

    /** Returns how many bytes of the device's memory the products of a matrix take, of which the device holds {@code deviceLd} columns. */
    static long workBytes(MatrixRef host, int deviceLd) {
        return Double.BYTES * (padded(host.cols()) + deviceLd + mostTransposed(host, deviceLd));
    }

    private static long mostTransposed(MatrixRef host, int deviceLd) {
        return Math.min(padded(host.cols()) * deviceLd, Math.max(MOST_TRANSPOSED, (long) LINE * deviceLd));
    }

    private static long padded(long length) {
        return (length + LINE - 1) / LINE * LINE;
    }

    /** Returns whether an address of the host's memory lies in this matrix. */
    boolean contains(long address) {
        return address >= base && address < end;
    }

    private int columnOf(long address) {
        return (int) ((address - base) / Double.BYTES % host.ld());
    }

    /**
     * Returns how many elements of a part of a row have no place on the device, and therefore lie in the host's memory alone. These are the
     * first elements of the part, because the device holds the last columns of the matrix.
     *
     * @param address address, on the host, of the part's first element
     * @param w       number of elements of the part
     */
    int onHost(long address, int w) {
        return Math.clamp(first - columnOf(address), 0, w);
    }

    /**
     * Returns the address on the device of an element that the device holds.
     *
     * @param address address of the element on the host
     */
    long onDevice(long address) {
        long index = (address - base) / Double.BYTES;
        return memory + Double.BYTES * (index / host.ld() * deviceLd + index % host.ld() - first);
    }

    private long address(int row, int column) {
        return base + (long) Double.BYTES * ((long) row * host.ld() + column);
    }

    /** Returns the leading dimension of this matrix on the device, in doubles. */
    int deviceLd() {
        return deviceLd;
    }

    /** Makes the queue ready for the calling thread, behind the work that updates have left to the device. */
    private void begin() {
        queue.use();
        order.accept(queue);
    }

    @Override
    public void adopt() {
        upload(first, hostFrom);
    }

    @Override
    public void split(int column) {
        int before = hostFrom;
        hostFrom = column;
        if (column > before) {
            upload(Math.max(first, before), column);
        } else {
            download(0, host.cols(), Math.max(first, column), before);
        }
    }

    /** Copies the columns from {@code from} to {@code to} - 1 to the device. */
    private void upload(int from, int to) {
        if (from < to && host.cols() > 0) {
            begin();
            queue.upload(onDevice(address(0, from)), deviceLd, address(0, from), host.ld(), to - from, host.cols());
            queue.await();
        }
    }

    /** Copies the columns from {@code from} to {@code to} - 1 of some rows to the host's own copy. */
    private void download(int row, int rows, int from, int to) {
        if (from < to && rows > 0) {
            begin();
            queue.download(address(row, from), host.ld(), onDevice(address(row, from)), deviceLd, to - from, rows);
            queue.await();
        }
    }

    @Override
    public void refresh(int row, int rows, int column, int columns) {
        if (columns == 1 && column >= first && column < hostFrom && rows > 0) {
            refreshColumn(row, rows, column);
        } else {
            download(row, rows, Math.max(first, column), Math.min(hostFrom, column + columns));
        }
    }

    /** Copies a part of a column by way of a contiguous vector, since devices copy elements that are far apart one by one. */
    private void refreshColumn(int row, int rows, int column) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment vector = arena.allocate(JAVA_DOUBLE, rows);
            begin();
            queue.transpose(rows, 1, onDevice(address(row, column)), deviceLd, deviceY, rows);
            queue.download(vector.address(), deviceY, rows);
            queue.await();
            for (int i = 0; i < rows; i++) {
                OffHeap.copy(vector.address() + (long) Double.BYTES * i, address(row + i, column), Double.BYTES);
            }
        }
    }

    @Override
    public void copyOut(long[] from, long[] to, int count, int w) {
        if (count == 0) {
            return;
        }
        // all parts are of the same columns
        int before = onHost(from[0], w);
        int behind = Math.clamp(hostFrom - columnOf(from[0]), before, w);
        begin();
        for (int i = 0; i < count && before < behind; i++) {
            long source = onDevice(from[i] + (long) Double.BYTES * before);
            long target = to[i] + (long) Double.BYTES * before;
            long mapped = device.mapped(target, (long) Double.BYTES * (behind - before));
            if (mapped != 0) {
                queue.copy(DeviceQueue.Rows.FETCHED, mapped, source, behind - before);
            } else {
                queue.download(target, source, behind - before);
            }
        }
        for (int i = 0; i < count; i++) {
            copyOnHost(from[i], to[i], 0, before);
            copyOnHost(from[i], to[i], behind, w);
        }
        queue.await();
    }

    private static void copyOnHost(long from, long to, int begin, int end) {
        if (begin < end) {
            OffHeap.copy(from + (long) Double.BYTES * begin, to + (long) Double.BYTES * begin, (long) Double.BYTES * (end - begin));
        }
    }

    /** Transposes pieces of the part, since a queue has products of one form only. */
    @Override
    public int subtractProduct(int row, int rows, int column, int columns, long x, long y) {
        int left = Math.clamp(column < hostFrom ? first - column : columns, 0, columns);
        int held = columns - left;
        if (held == 0 || rows == 0) {
            return left;
        }
        int most = (int) Math.min(rows, mostTransposed / held / LINE * LINE);
        begin();
        queue.upload(deviceX, x + (long) Double.BYTES * left, held);
        queue.upload(deviceY, y, rows);
        for (int from = 0; from < rows; from += most) {
            int count = Math.min(most, rows - from);
            queue.transpose(count, held, onDevice(address(row + from, column + left)), deviceLd, transposed, most);
            queue.subtractProduct(count, 1, held, transposed, most, deviceX, 1, deviceY + (long) Double.BYTES * from, rows);
        }
        queue.download(y, deviceY, rows);
        queue.await();
        return left;
    }
}
