package hplhetero.comm.protocol.remote;

/**
 * The receiving side of a ring: a cursor over the messages that others write into this rank's area. Before its slots stand
 * <pre>
 *    0   ticket    long   of a shared ring: the number of the next message that nobody writes yet
 *   64   taken     long   of a shared ring: messages that were taken out
 * </pre>
 * Owner: the rank's thread.
 */
public final class InRing {
    public static final int SHARED = -1;
    static final long HEAD_BYTES = 128;
    static final long TICKET = 0;
    static final long TAKEN = 64;

    private final Area area;
    private final long offset;
    private final int slotBytes;
    private final int slots;
    private final int writer;
    private long taken;

    /** @param writer the rank that writes, or {@link #SHARED} */
    InRing(Area area, long offset, RemoteLimits limits, int writer) {
        this.area = area;
        this.offset = offset;
        this.slotBytes = limits.slotBytes();
        this.slots = limits.ringSlots();
        this.writer = writer;
    }

    public static long bytes(int slotBytes, int slots) {
        return HEAD_BYTES + (long) slotBytes * slots;
    }

    public long offset() {
        return offset;
    }

    public int slots() {
        return slots;
    }

    public boolean isShared() {
        return writer == SHARED;
    }

    public int writer() {
        return writer;
    }

    /** Returns the offset in the area of the next message, which has come or will. */
    public long base() {
        return offset + HEAD_BYTES + taken % slots * slotBytes;
    }

    public boolean hasMessage() {
        return area.word(base()) == taken + 1;
    }

    /** Frees the message's slot. @return how many messages were taken out so far */
    public long take() {
        taken++;
        if (isShared()) {
            area.setWord(offset + TAKEN, taken);
        }
        return taken;
    }
}
