package hplhetero.comm.protocol.remote;

/**
 * The sending side of a ring in a peer's area. If the ring belongs to this rank alone, this rank writes as long as the peer has told it of
 * free slots (its credit). If the ring is shared, this rank draws a ticket by fetch-and-add, one at a time, and reads the peer's count of
 * messages taken out until the slot of its ticket is free. Owner: the rank's thread.
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
     * Returns whether this rank can write a message to the ring now. If not, asks the peer, where the ring is shared and nothing has been
     * asked yet, for the number of this rank's next message or for the count of messages taken out.
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
     * Notes the answer to what {@link #ready} asked of a shared ring: this rank's next message is message {@code number} of the ring,
     * counted from 0 over all writers.
     */
    public void drawn(long number) {
        next = number;
        ticket = Ticket.HELD;
    }

    /**
     * Notes the answer to what {@link #ready} asked of a shared ring: the peer has taken {@code count} messages of all writers out of it so
     * far.
     */
    public void taken(long count) {
        taken = count;
        ticket = Ticket.HELD;
    }

    /** Returns the byte of the peer's area at which the ring's slot for this rank's next message begins. */
    public long base() {
        return offset + InRing.HEAD_BYTES + next % slots * slotBytes;
    }

    /** Returns the value of the word that marks the slot of this rank's next message as filled: the number of the message + 1. */
    public long turn() {
        return next + 1;
    }

    /** Notes that this rank's next message was written, and goes on to the message after it. */
    public void written() {
        next++;
        ticket = Ticket.NONE;
    }
}
