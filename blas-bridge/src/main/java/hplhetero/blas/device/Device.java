package hplhetero.blas.device;

import hplhetero.blas.DeviceInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A device as the trailing update sees it: memory, named by numbers that only the device understands, and queues of work that are lent and
 * given back. Any thread may call.
 */
public interface Device {
    /** Returns the description of the device, for people. */
    DeviceInfo info();

    /** Returns a text for people: the library or program that computes on the device, and special ways of working. */
    String description();

    /** Returns a short reason, for people, why a queue of this device has no {@link DeviceQueue#panels}. */
    default String whyNoPanels() {
        return "it has no programs for them";
    }

    /** Makes this device the one to which the calling thread's calls go. Each thread calls this method before it allocates or submits. */
    void use();

    /** Returns about how many bytes of the device's memory can still be allocated. */
    long freeBytes();

    /**
     * Allocates memory of the device, for doubles, until the arena closes. The content of the memory is unspecified.
     *
     * @param bytes size of the memory, in bytes
     * @return the device's name for the memory, or 0 where the device has less left
     */
    long tryAllocate(long bytes, Arena arena);

    /**
     * Allocates memory of the device, for doubles, until the arena closes. The content of the memory is unspecified.
     *
     * @param bytes size of the memory, in bytes
     * @throws OutOfMemoryError when the device has less left
     */
    default long allocate(long bytes, Arena arena) {
        long pointer = tryAllocate(bytes, arena);
        if (pointer == 0) {
            throw new OutOfMemoryError(info().name() + " has fewer than " + bytes + " bytes left");
        }
        return pointer;
    }

    /**
     * Locks memory of the host in its place until the arena closes, or until the memory itself is freed before.
     *
     * @return false where the system does not allow a lock that would make copies faster
     */
    boolean lock(MemorySegment memory, Arena arena);

    /**
     * Returns the name by which {@link DeviceQueue#copy} reads and writes a part of the host's memory.
     *
     * @param address address of the part's first byte
     * @param bytes   length of the part, in bytes
     * @return the device's name for the part; 0 where the part is not locked, or the device has no such copies
     */
    long mapped(long address, long bytes);

    /**
     * Lends a queue of work until the arena closes.
     *
     * @param urgent whether the queue's work goes before other queues' work that has not begun
     */
    DeviceQueue queue(boolean urgent, Arena arena);
}
