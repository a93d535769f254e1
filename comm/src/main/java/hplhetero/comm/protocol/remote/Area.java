package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The memory of a rank that all ranks may write, with the same offsets on all ranks. In the layout, a number of slots, ranks or words times
 * a number of bytes gives the size of a part:
 * <pre>
 *   0          lock           0: free; r + 1: rank r may write the request
 *   8          request        0: none; (s + 1) &lt;&lt; 32 | r + 1: rank r asks, and waits at its command slot s
 *                             r + 1: rank r has been answered meanwhile, nothing to do
 *   COMMANDS   commandSlots x 128 bytes: what the other side of a connection says
 *                  0   turn           0: nothing yet; 1: the other fields are there; 2: connected on both sides
 *                  8   ring           offset of the ring to write to
 *                 16   slots          number of slots of that ring
 *                 24   shared         0: nobody else writes to that ring; 1: others do
 *                 32   command slot   where the other side awaits the answer
 *   credits    ranks x 64 bytes:  word r: number of this rank's messages that rank r has taken out of its ring
 *   words      words x 64 bytes:  of a long receive: number of bytes that have come;
 *                                   at CREDIT_PLACE, by landing slots: offset of the send's word
 *                                 of a long send by landing slots: number of segments that the receiver took out
 *   rings      ringBytes
 *   landing    landingSlots x segmentBytes
 * </pre>
 * Methods that name a place return its offset in bytes. Owner of this object: the rank's thread.
 */
public final class Area {
    /** Offset of the lock, in bytes. */
    public static final long LOCK = 0;
    /** Offset of the request word, in bytes. */
    public static final long REQUEST = 8;
    /** Bytes of a command slot. */
    public static final long COMMAND_BYTES = 128;
    /** Offset of the field "ring" within a command slot, in bytes. */
    public static final long COMMAND_RING = 8;
    /** Offset of the field "slots" within a command slot, in bytes. */
    public static final long COMMAND_SLOTS = 16;
    /** Offset of the field "shared" within a command slot, in bytes. */
    public static final long COMMAND_SHARED = 24;
    /** Offset of the field "command slot" within a command slot, in bytes. */
    public static final long COMMAND_ANSWER = 32;
    /** Offset of the end of the last field of a command slot, in bytes. */
    public static final long COMMAND_END = 40;
    /** Offset of the second word within a long receive's notice, in bytes. */
    public static final long CREDIT_PLACE = 8;

    /** Offset of the first command slot, in bytes. */
    private static final long COMMANDS = 64;
    /** Bytes of a cache line, so that words which different ranks write do not share one. */
    private static final long LINE = 64;
    /** The alignment of the rings and of the landing slots, in bytes. */
    private static final long PAGE = 4_096;
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    private final RemoteLimits limits;
    /** Offset of the credits, in bytes. */
    private final long credits;
    /** Offset of the notices of long messages, in bytes. */
    private final long words;
    /** Offset of the rings, in bytes. */
    private final long rings;
    /** Offset of the landing slots, in bytes. */
    private final long landing;
    private final MemorySegment memory;

    /**
     * Takes the memory from the translator, zeroed.
     *
     * @param ranks the number of ranks in the world
     */
    public Area(int ranks, RemoteLimits limits, Translator translator) {
        this.limits = limits;
        this.credits = COMMANDS + limits.commandSlots() * COMMAND_BYTES;
        this.words = credits + ranks * LINE;
        this.rings = pages(words + limits.words() * LINE);
        this.landing = pages(rings + limits.ringBytes());
        this.memory = translator.allocate(pages(landing + (long) limits.landingSlots() * limits.policy().segmentBytes()));
    }

    /** Rounds an offset up to a multiple of {@link #PAGE}. */
    private static long pages(long offset) {
        return (offset + PAGE - 1) / PAGE * PAGE;
    }

    /** Returns the memory of the whole area, the part of this rank's memory that all ranks may write. */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Reads a 64-bit word of this area, with acquire semantics: what was written before the word is seen too.
     *
     * @param offset offset of the word from the beginning of the area, in bytes, a multiple of 8
     */
    public long word(long offset) {
        return (long) WORD.getAcquire(memory, offset);
    }

    /**
     * Writes a 64-bit word of this area, with release semantics: whoever reads the word sees too what this rank wrote before it.
     *
     * @param offset offset of the word from the beginning of the area, in bytes, a multiple of 8
     * @param value  the new value of the word
     */
    public void setWord(long offset, long value) {
        WORD.setRelease(memory, offset, value);
    }

    /**
     * Returns the offset in this area of a command slot, in bytes. A command slot is room for what the other side of a new connection says.
     *
     * @param slot number of the command slot, 0 .. {@link RemoteLimits#commandSlots} - 1
     */
    public long commandSlot(int slot) {
        return COMMANDS + slot * COMMAND_BYTES;
    }

    /**
     * Returns the offset in this area of the credit of a rank, in bytes. The credit is the number of this rank's messages that {@code rank}
     * has taken out of its receive ring for this rank alone; {@code rank} writes the credit.
     *
     * @param rank number of the other rank in the world, from 0
     */
    public long credit(int rank) {
        return credits + rank * LINE;
    }

    /**
     * Returns the offset in this area of a notice, in bytes. A notice is a place to which the other rank of a long message writes how the
     * message goes on: to the receiver, how many bytes have come; to the sender, how many segments were taken out of the landing slots.
     *
     * @param index number of the notice, 0 .. {@link RemoteLimits#words} - 1
     */
    public long notice(int index) {
        return words + index * LINE;
    }

    /** Returns the byte of the area at which the first ring begins. */
    long rings() {
        return rings;
    }

    /**
     * Returns the offset in this area of a landing slot, in bytes. A landing slot is room for one segment of a long message whose sender
     * cannot reach the receive's buffer.
     *
     * @param slot number of the landing slot, 0 .. {@link RemoteLimits#landingSlots} - 1
     */
    public long landing(int slot) {
        return landing + (long) slot * limits.policy().segmentBytes();
    }
}
