package hplhetero.comm.protocol.remote;

/**
 * The sending side of a ring in a peer's area. To a ring of its own a rank writes as long as the peer has told of free slots (its credit).
 * To a shared one it draws a ticket by fetch-and-add, one at a time, and reads the peer's count until that ticket's slot is free.
 * Owner: the rank's thread.
 */
public final class OutRing {
    /** How far the writer of a shared ring is with its next message. */
    private enum Ticket { NONE, DRAWN, HELD, WAITING }

    private final Translator translator;
    private final Area area;
    private final int peer;
    private final long offset;
    private final int slots;
    private final int slotBytes;
    private final boolean shared;
    private Ticket ticket = Ticket.NONE;
    private long next;
    private long taken;

    public OutRing(Translator translator, Area area, int peer, long offset, int slots, int slotBytes, boolean shared) {
        this.translator = translator;
        this.area = area;
        this.peer = peer;
        this.offset = offset;
        this.slots = slots;
        this.slotBytes = slotBytes;
        this.shared = shared;
    }

    /** Returns whether a message can be written now, and asks the peer for what is missing. */
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

    public void drawn(long number) {
        next = number;
        ticket = Ticket.HELD;
    }

    public void taken(long count) {
        taken = count;
        ticket = Ticket.HELD;
    }

    /** Returns the offset in the peer's area where the message goes. */
    public long base() {
        return offset + InRing.HEAD_BYTES + next % slots * slotBytes;
    }

    public long turn() {
        return next + 1;
    }

    /** Goes on to the next message: this one was written. */
    public void written() {
        next++;
        ticket = Ticket.NONE;
    }
}
