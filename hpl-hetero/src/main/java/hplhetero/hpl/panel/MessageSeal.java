package hplhetero.hpl.panel;

import hplhetero.comm.CommException;
import java.lang.foreign.MemorySegment;

/** The CRCs with which a panel's messages are sent, and what is done where they differ. Owner: the rank's thread. */
final class MessageSeal {
    private final int rank;
    private final int words;
    private PanelWatch watch = PanelWatch.NONE;

    /**
     * Makes the seal of messages.
     *
     * @param rank  number of this rank, for people
     * @param words number of piggybacked words before the CRC
     */
    MessageSeal(int rank, int words) {
        this.rank = rank;
        this.words = words;
    }

    /** Sets who decides from now on which panels carry a CRC of their elements, and hears how they arrive. */
    void watch(PanelWatch other) {
        watch = other;
    }

    /**
     * Writes the CRCs into a message of panel {@code k} that is sent next.
     *
     * @param sent the part of the message's memory that is sent
     */
    void write(PanelMessage message, MemorySegment sent, int k) {
        message.writeCrc(words, message.crc(sent, words, watch.tests(k)));
    }

    /**
     * Compares the CRCs of a message of panel {@code k} that has arrived with the sender's.
     *
     * @param sent the part of the message's memory that was sent
     * @throws CommException when pivots are damaged, by which ranks would swap different rows
     */
    void compare(PanelMessage message, MemorySegment sent, int k) {
        watch.arrived(k, message.elements(sent));
        long damage = message.crc(sent, words, watch.tests(k)) ^ message.readCrc(words);
        if (damage >>> Integer.SIZE != 0) {
            throw new CommException("rank=" + rank + " panel=" + k + ": the panel's pivots arrived with another CRC than they were sent"
                    + " with: test this rank's host and its network");
        }
        if (damage != 0) {
            watch.damaged(k);
        }
    }

    /** Returns whether a message of panel {@code k} has other elements than when it was sent; false where it carries no CRC of them. */
    boolean isDamaged(PanelMessage message, MemorySegment sent, int k) {
        return watch.tests(k) && message.crc(sent, words, true) != message.readCrc(words);
    }
}
