package hplhetero.comm.protocol.remote;

import hplhetero.network.model.NetworkCost;

/**
 * The memory that a rank gives to messages, alike on all ranks. None of it grows with the number of messages under way.
 *
 * @param slotBytes    the bytes of a slot of a ring, a multiple of 64; without its head, the longest message that goes eagerly
 * @param ringSlots    the number of messages that a ring holds
 * @param ringBytes    the bytes of all receive rings of a rank; ranks that come when the rings are gone share one
 * @param landingSlots the number of segments that can be held for long messages whose sender cannot reach the receive's buffer
 * @param words        the number of notices of long messages under way: half for receives, half for sends by landing slots; further
 *                     messages wait for their turn
 * @param commandSlots the number of connections that are made at a time
 * @param policy       the way in which long messages share the links
 */
public record RemoteLimits(int slotBytes, int ringSlots, long ringBytes, int landingSlots, int words, int commandSlots,
                           SchedulePolicy policy) {
    /** The usual limits: 8 MiB of rings, which are enough for 62 peers with a ring of their own. */
    public static final RemoteLimits USUAL = new RemoteLimits((int) Frame.DATA + NetworkCost.EAGER_BYTES, 16, 8 << 20, 32, 4_096, 32,
            SchedulePolicy.USUAL);

    public RemoteLimits {
        if (slotBytes < 2 * Translator.MOST_DESCRIPTOR_BYTES || slotBytes % 64 != 0) {
            throw new IllegalArgumentException("slotBytes=" + slotBytes + ": choose a multiple of 64 >= "
                    + 2 * Translator.MOST_DESCRIPTOR_BYTES);
        }
        if (ringSlots < 2 || landingSlots < 2 || words < 2 || commandSlots < 2) {
            throw new IllegalArgumentException("ringSlots=" + ringSlots + " landingSlots=" + landingSlots + " words=" + words
                    + " commandSlots=" + commandSlots + ": each must be >= 2");
        }
        if (ringBytes < InRing.bytes(slotBytes, ringSlots)) {
            throw new IllegalArgumentException("ringBytes=" + ringBytes + ": one ring takes " + InRing.bytes(slotBytes, ringSlots));
        }
    }

    /**
     * Returns the bytes of the longest message that its sender puts, without asking, into the receiver's ring: its queue of slots, each of
     * which takes one message.
     */
    public long eagerBytes() {
        return slotBytes - Frame.DATA;
    }
}
