package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The memory of a rank that all ranks may write; at the same offsets on all.
 * <pre>
 *   0          lock           0: free; r + 1: rank r may write the request
 *   8          request        0: none; (s + 1) &lt;&lt; 32 | r + 1: rank r asks, and waits at its command slot s
 *                             r + 1: rank r has been answered meanwhile, nothing to do
 *   COMMANDS   commandSlots x 128 bytes: what the other side of a connection says
 *                  0   turn           0: nothing yet; 1: the rest is there; 2: connected on both sides
 *                  8   ring           offset of the ring to write to
 *                 16   slots          its slots
 *                 24   shared         0: nobody else writes to it; 1: others do
 *                 32   command slot   where the answer is awaited
 *   credits    ranks x 64 bytes:  word r: messages of this rank that rank r has taken out of its ring
 *   words      words x 64 bytes:  a long receive's: bytes that have come; at CREDIT_PLACE, by landing slots: offset of the send's word
 *                                    a long send's by landing slots: segments that were taken out
 *   rings      ringBytes
 *   landing    landingSlots x segmentBytes
 * </pre>
 * Methods that name a place return its offset in bytes. Owner of this object: the rank's thread.
 */
public final class Area {
    public static final long LOCK = 0;
    public static final long REQUEST = 8;
    public static final long COMMAND_BYTES = 128;
    public static final long COMMAND_RING = 8;
    public static final long COMMAND_SLOTS = 16;
    public static final long COMMAND_SHARED = 24;
    public static final long COMMAND_ANSWER = 32;
    public static final long COMMAND_END = 40;
    public static final long CREDIT_PLACE = 8;

    private static final long COMMANDS = 64;
    private static final long LINE = 64;
    private static final long PAGE = 4_096;
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    private final RemoteLimits limits;
    private final long credits;
    private final long words;
    private final long rings;
    private final long landing;
    private final MemorySegment memory;

    public Area(int ranks, RemoteLimits limits, Translator translator) {
        this.limits = limits;
        this.credits = COMMANDS + limits.commandSlots() * COMMAND_BYTES;
        this.words = credits + ranks * LINE;
        this.rings = pages(words + limits.words() * LINE);
        this.landing = pages(rings + limits.ringBytes());
        this.memory = translator.allocate(pages(landing + (long) limits.landingSlots() * limits.policy().segmentBytes()));
    }

    private static long pages(long offset) {
        return (offset + PAGE - 1) / PAGE * PAGE;
    }

    public MemorySegment memory() {
        return memory;
    }

    public long word(long offset) {
        return (long) WORD.getAcquire(memory, offset);
    }

    public void setWord(long offset, long value) {
        WORD.setRelease(memory, offset, value);
    }

    public long commandSlot(int slot) {
        return COMMANDS + slot * COMMAND_BYTES;
    }

    public long credit(int rank) {
        return credits + rank * LINE;
    }

    /** Returns the offset of the notice of a long message. */
    public long notice(int index) {
        return words + index * LINE;
    }

    long rings() {
        return rings;
    }

    public long landing(int slot) {
        return landing + (long) slot * limits.policy().segmentBytes();
    }
}
