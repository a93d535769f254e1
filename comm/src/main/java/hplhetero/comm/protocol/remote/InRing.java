package hplhetero.comm.protocol.remote;

/**
 * The receiving side of a ring: a cursor over the messages that other ranks write into this rank's area. The slots follow a head:
 * <pre>
 *    0    ticket    long   in a shared ring: the number of the next message that no rank has claimed yet
 *   64    taken     long   in a shared ring: the number of messages that were taken out
 * </pre>
 * Owner: the rank's thread.
 */
public final class InRing {
    /** The writer of a ring that several ranks write to. */
    public static final int SHARED = -1;
    /** Bytes before the first slot of a ring. */
    static final long HEAD_BYTES = 128;
    /** Offset of the ticket word within a ring, in bytes. */
    static final long TICKET = 0;
    /** Offset of the word within a ring that counts the messages taken out, in bytes. */
    static final long TAKEN = 64;

    private final Area area;
    /** Offset of the ring in this rank's area, in bytes. */
    private final long offset;
    private final int slotBytes;
    /** The number of slots. */
    private final int slots;
    /** The rank that writes to the ring, or {@link #SHARED}. */
    private final int writer;
    /** The number of messages that were taken out so far. */
    private long taken;

    /**
     * Makes the receiving side of a ring.
     *
     * @param offset where the ring lies in this rank's area, in bytes
     * @param writer the rank that writes to the ring, or {@link #SHARED}
     */
    InRing(Area area, long offset, RemoteLimits limits, int writer) {
        this.area = area;
        this.offset = offset;
        this.slotBytes = limits.slotBytes();
        this.slots = limits.ringSlots();
        this.writer = writer;
    }

    /**
     * Returns the size of a ring in bytes: a head of 128 bytes, and a slot for each message that the ring can hold at once.
     *
     * @param slotBytes bytes of a slot
     * @param slots     number of slots
     */
    public static long bytes(int slotBytes, int slots) {
        return HEAD_BYTES + (long) slotBytes * slots;
    }

    /** Returns where the ring begins: the offset in bytes from the start of this rank's area, the memory that other ranks may write. */
    public long offset() {
        return offset;
    }

    /** Returns the number of slots of the ring: how many messages it can hold at once. */
    public int slots() {
        return slots;
    }

    /** Returns whether several ranks may write to the ring. */
    public boolean isShared() {
        return writer == SHARED;
    }

    /** Returns the rank that writes to the ring, or {@link #SHARED}. */
    public int writer() {
        return writer;
    }

    /**
     * Returns where the slot of the ring's next message begins, whether the message has come already or not. A slot is the place of one
     * message in the ring.
     *
     * @return offset in bytes from the start of this rank's area, the memory that other ranks may write
     */
    public long base() {
        return offset + HEAD_BYTES + taken % slots * slotBytes;
    }

    /** Returns whether the next message of the ring has come, so that its slot may be read. */
    public boolean hasMessage() {
        return area.word(base()) == taken + 1;
    }

    /**
     * Takes the next message out of the ring and frees its slot, which the caller has read. The message behind it becomes the next one.
     *
     * @return the number of messages that were taken out so far, this one included
     */
    public long take() {
        taken++;
        if (isShared()) {
            area.setWord(offset + TAKEN, taken);
        }
        return taken;
    }
}
