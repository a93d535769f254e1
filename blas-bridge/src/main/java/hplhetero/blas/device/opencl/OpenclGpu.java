package hplhetero.blas.device.opencl;

import com.aparapi.device.OpenCLDevice;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.device.Device;
import hplhetero.blas.device.DeviceQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * A device by OpenCL. Its memory is one array, which Aparapi wants on the heap too: it has at most 2 GiB, what the device gives at once,
 * and less than half of the heap, as there are two of them while it grows.
 */
@SuppressWarnings("restricted") // ties the end of what it lends to an arena's
final class OpenclGpu implements Device {
    /** An array so large is not made among young objects, which are moved. */
    private static final int LEAST_DOUBLES = 1 << 22;

    private final DeviceInfo info;
    private final DeviceThread thread;
    private final int mostDoubles;
    /** Through which the memory grows. */
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
        // OpenCL's calls come from one thread
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
            // who takes it next must not meet what was submitted for this owner
            thread.drain();
            thread.places().give(place, (int) wanted);
        });
        return (long) Double.BYTES * place;
    }

    /** One at a time, so that nobody takes what another has made room for. */
    private synchronized int take(int doubles) {
        Memory places = thread.places();
        int place = places.take(doubles);
        long needed = places.sizeFor(doubles);
        if (place >= 0 || needed > mostDoubles) {
            return place;
        }
        // a quarter more, for growing moves all of it
        int larger = (int) Math.min(mostDoubles, Math.max(LEAST_DOUBLES, needed + needed / 4));
        return own.grow(larger) || larger > needed && own.grow((int) needed) ? places.take(doubles) : -1;
    }

    /** Memory is copied before it travels. */
    @Override
    public boolean lock(MemorySegment memory, Arena arena) {
        return false;
    }

    @Override
    public DeviceQueue queue(boolean urgent, Arena arena) {
        return new OpenclQueue(thread, urgent);
    }
}
