package hplhetero.blas.device.opencl;

import com.aparapi.device.OpenCLDevice;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.device.Device;
import hplhetero.blas.device.DeviceQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * A device through OpenCL. The device's memory is one array, which Aparapi also keeps on the Java heap. The array has at most 2 GiB, at
 * most what the device allocates at once, and less than half of the heap, because there are two arrays while it grows.
 */
@SuppressWarnings("restricted") // ties the end of what is lent to an arena's
final class OpenclGpu implements Device {
    /**
     * The least size, in doubles, to which the memory grows. An array this large is not allocated among young objects, which the garbage
     * collector moves.
     */
    private static final int LEAST_DOUBLES = 1 << 22;

    private final DeviceInfo info;
    private final DeviceThread thread;
    private final int mostDoubles;
    /** The queue through which this class makes the device's memory grow. */
    private final OpenclQueue own;

    OpenclGpu(DeviceInfo info, OpenCLDevice device) {
        this.info = info;
        thread = new DeviceThread(device);
        own = new OpenclQueue(thread, true);
        long bytes = Math.min(device.getMaxMemAllocSize(), (long) (0.45 * Runtime.getRuntime().maxMemory()));
        mostDoubles = (int) Math.min(DeviceThread.MOST_DOUBLES, bytes / Double.BYTES);
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public String description() {
        return String.format(Locale.ROOT, "Aparapi, at most %.2f GiB of it", mostDoubles * 0x1p-27);
    }

    @Override
    public void use() {
        // nothing to do: all calls of OpenCL come from the device's thread
    }

    @Override
    public long freeBytes() {
        return (long) Double.BYTES * (mostDoubles - thread.places().size() + thread.places().freeDoubles());
    }

    @Override
    public long tryAllocate(long bytes, Arena arena) {
        long wanted = (bytes + Double.BYTES - 1) / Double.BYTES;
        int place = wanted > mostDoubles ? -1 : take((int) wanted);
        if (place < 0) {
            return 0;
        }
        MemorySegment.NULL.reinterpret(arena, nothing -> {
            // work submitted for this owner ends before another owner can get the place
            thread.drain();
            thread.places().give(place, (int) wanted);
        });
        return (long) Double.BYTES * place;
    }

    /**
     * Allocates places, growing the device's memory where needed. One thread at a time, so that no thread takes what another has made room
     * for.
     */
    private synchronized int take(int doubles) {
        Memory places = thread.places();
        int place = places.take(doubles);
        long needed = places.sizeFor(doubles);
        if (place >= 0 || needed > mostDoubles) {
            return place;
        }
        // a quarter more than needed, because growing copies the whole memory
        int larger = (int) Math.min(mostDoubles, Math.max(LEAST_DOUBLES, needed + needed / 4));
        return own.grow(larger) || larger > needed && own.grow((int) needed) ? places.take(doubles) : -1;
    }

    /** Does nothing, because memory of the host is copied to an array before it travels, so that a lock would gain nothing. */
    @Override
    public boolean lock(MemorySegment memory, Arena arena) {
        return true;
    }

    @Override
    public long mapped(long address, long bytes) {
        return 0;
    }

    @Override
    public DeviceQueue queue(boolean urgent, Arena arena) {
        return new OpenclQueue(thread, urgent);
    }
}
