package hplhetero.comm.protocol.remote.engine;

import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.Frame;
import hplhetero.comm.protocol.remote.InRing;
import hplhetero.comm.protocol.remote.RingPool;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.protocol.remote.rendezvous.LongReceive;
import hplhetero.comm.protocol.remote.rendezvous.LongReceives;
import hplhetero.comm.protocol.remote.rendezvous.LongSends;
import java.lang.foreign.MemorySegment;

/**
 * Takes out what other ranks have written into this rank's rings: short messages go to their receives, all other frames to rendezvous.
 * Owner: the rank's thread.
 */
final class Inbox {
    private final int rank;
    private final Area area;
    private final Translator translator;
    private final RingPool rings;
    private final LongSends longSends;
    private final LongReceives longReceives;

    Inbox(int rank, Area area, Translator translator, RingPool rings, LongSends longSends, LongReceives longReceives) {
        this.rank = rank;
        this.area = area;
        this.translator = translator;
        this.rings = rings;
        this.longSends = longSends;
        this.longReceives = longReceives;
    }

    /**
     * Takes at most a ring full of messages out of each ring.
     *
     * @return whether any message has come
     */
    boolean drain(Matching<LongReceive> matching) {
        boolean moved = false;
        for (int i = 0; i < rings.size(); i++) {
            moved |= drain(rings.get(i), matching);
        }
        return moved;
    }

    /**
     * Takes at most a ring full of messages out of one ring, so that one busy sender does not starve the others. Tells the only writer of a
     * ring of its free slots each time a quarter of the ring was taken out.
     */
    private boolean drain(InRing ring, Matching<LongReceive> matching) {
        int messages = 0;
        while (messages < ring.slots() && ring.hasMessage()) {
            accept(ring.base(), matching);
            long taken = ring.take();
            messages++;
            if (!ring.isShared() && taken % Math.max(1, ring.slots() / 4) == 0) {
                translator.putWord(ring.writer(), area.credit(rank), taken);
            }
        }
        return messages > 0;
    }

    /** Handles the frame that begins at {@code base} of this rank's area. */
    private void accept(long base, Matching<LongReceive> matching) {
        MemorySegment memory = area.memory();
        switch (Frame.kind(memory, base)) {
            case Frame.EAGER -> matching.deliverShort(Frame.context(memory, base), Frame.source(memory, base), Frame.tag(memory, base),
                    memory, base + Frame.DATA, Frame.bytes(memory, base));
            case Frame.ANNOUNCE -> longReceives.announced(memory, base, matching);
            case Frame.FETCHED -> longSends.fetched((int) Frame.bytes(memory, base));
            default -> longSends.cleared(memory, base);
        }
    }
}
