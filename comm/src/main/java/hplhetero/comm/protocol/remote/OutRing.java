package hplhetero.comm.protocol.remote;

/**
 * The sending side of a ring: a circular buffer of slots, one message in each, that lies in the memory area that a peer lets other ranks
 * write to. If the ring belongs to this rank alone, this rank writes as long as the peer has told it of free slots (its credit). If the
 * ring is shared by several writers, this rank draws a ticket, the number of its next message, by fetch-and-add, one at a time, and reads
 * the peer's count of messages taken out until the slot of its ticket is free. Owner: the rank's thread.
 */
public final class OutRing {
    /**
     * The progress of a shared ring's writer with its next message: no ticket yet, a fetch-and-add under way, a ticket held, or a get of
     * the peer's count under way.
     */
    private enum Ticket { NONE, DRAWN, HELD, WAITING }

    private final Translator translator;
    private final Area area;
    private final int peer;
    /** Offset of the ring in the peer's area, in bytes. */
    private final long offset;
    private final int slots;
    private final int slotBytes;
    private final boolean shared;
    private Ticket ticket = Ticket.NONE;
    /** The number of the next message that this rank writes to the ring. */
    private long next;
    /** The number of messages that the peer had taken out of a shared ring when this rank last read it. */
    private long taken;

    /**
     * Makes the sending side of a ring.
     *
     * @param translator gives the commands
     * @param area       this rank's area, which has the peer's credit
     * @param peer       the rank in whose area the ring lies
     * @param offset     where the ring lies in the peer's area, in bytes
     * @param slots      the number of slots of the ring
     * @param slotBytes  the bytes of a slot
     * @param shared     whether other ranks write to the ring too
     */
    public OutRing(Translator translator, Area area, int peer, long offset, int slots, int slotBytes, boolean shared) {
        this.translator = translator;
        this.area = area;
        this.peer = peer;
        this.offset = offset;
        this.slots = slots;
        this.slotBytes = slotBytes;
        this.shared = shared;
    }

    /**
     * Returns whether this rank can write its next message to the ring, the circular buffer of slots in the peer's memory, now. If not, and
     * the ring is shared by several writers, asks the peer, unless an answer is still due, for the number of this rank's next message or
     * for the count of messages that the peer has taken out. {@link #drawn} and {@link #taken} note the answers; call this method again
     * afterwards.
     */
    public boolean ready() {
        if (!shared) {
            return next - area.word(area.credit(peer)) < slots;
        }
        switch (ticket) {
            case NONE -> {
                ticket = Ticket.DRAWN;
                translator.fetchAdd(peer, offset + InRing.TICKET, 1, Commands.of(Commands.TICKET, peer));
            }
            case HELD -> {
                if (next - taken < slots) {
                    return true;
                }
                ticket = Ticket.WAITING;
                translator.get(peer, offset + InRing.TAKEN, Commands.of(Commands.TAKEN, peer));
            }
            default -> { }
        }
        return false;
    }

    /**
     * Notes the number of this rank's next message in a ring that several ranks write to: the answer to the fetch-and-add that
     * {@link #ready} began.
     *
     * @param number number of the message in the ring, counted from 0 over all writers
     */
    public void drawn(long number) {
        next = number;
        ticket = Ticket.HELD;
    }

    /**
     * Notes how many messages the peer has taken out of a ring that several ranks write to: the answer to the get that {@link #ready}
     * began.
     *
     * @param count number of messages of all writers that were taken out since the ring was made
     */
    public void taken(long count) {
        taken = count;
        ticket = Ticket.HELD;
    }

    /**
     * Returns where the slot for this rank's next message begins, as an offset in bytes from the start of the peer's memory area, in which
     * the ring lies. Valid once {@link #ready} has returned true.
     */
    public long base() {
        return offset + InRing.HEAD_BYTES + next % slots * slotBytes;
    }

    /**
     * Returns the value that this rank must write into the mark of its next message's slot, by which the peer sees that the message has
     * come: the number of the message in the ring, counted from 0, + 1. Valid once {@link #ready} has returned true.
     */
    public long turn() {
        return next + 1;
    }

    /**
     * Notes that this rank has written its next message to the ring, so that the other methods are about the message after it from now on.
     */
    public void written() {
        next++;
        ticket = Ticket.NONE;
    }
}
