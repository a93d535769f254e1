package hplhetero.comm.protocol.remote;

/**
 * How much memory a rank gives to messages; alike on all ranks. None of it grows with the messages under way.
 *
 * @param slotBytes    of a slot of a ring, a multiple of 64; with its head, the longest message that goes eagerly
 * @param ringSlots    messages in a ring
 * @param ringBytes    for all receive rings of a rank; who comes when they are gone shares one
 * @param landingSlots segments for long messages to ranks that cannot reach the receive's buffer
 * @param words        notices of long messages under way: half for receives, half for sends by landing slots; more wait for
 *                     their turn
 * @param commandSlots connections that are made at a time
 * @param policy       how long messages go
 */
public record RemoteLimits(int slotBytes, int ringSlots, long ringBytes, int landingSlots, int words, int commandSlots,
                           SchedulePolicy policy) {
    /** 8 MiB of rings are 62 peers with a ring of their own. */
    public static final RemoteLimits USUAL = new RemoteLimits(8_192, 16, 8 << 20, 32, 4_096, 32, SchedulePolicy.USUAL);

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

    /** The longest message that goes through a ring. */
    public long eagerBytes() {
        return slotBytes - Frame.DATA;
    }
}
