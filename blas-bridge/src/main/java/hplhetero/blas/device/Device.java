package hplhetero.blas.device;

import hplhetero.blas.DeviceInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A device: its memory, named by numbers that only it understands, and queues of work that are lent and come back. Any thread may call. */
public interface Device {
    DeviceInfo info();

    /** What computes there, and how, for people. */
    String description();

    /** To be called by each thread before it allocates or submits. */
    void use();

    /** Bytes of its memory that can still be allocated, about. */
    long freeBytes();

    /** Memory of the device, in doubles, until the arena closes; 0 where there is not so much. What it holds is open. */
    long tryAllocate(long bytes, Arena arena);

    /**
     * The same.
     *
     * @throws OutOfMemoryError there is not so much
     */
    default long allocate(long bytes, Arena arena) {
        long pointer = tryAllocate(bytes, arena);
        if (pointer == 0) {
            throw new OutOfMemoryError(info().name() + " has no " + bytes + " bytes left");
        }
        return pointer;
    }

    /** Locks memory of the host until the arena closes, or before where that memory goes with it. @return whether the system lets us */
    boolean lock(MemorySegment memory, Arena arena);

    /**
     * A queue until the arena closes.
     *
     * @param urgent whether its work goes before that of other queues, as far as they have not begun
     */
    DeviceQueue queue(boolean urgent, Arena arena);
}
