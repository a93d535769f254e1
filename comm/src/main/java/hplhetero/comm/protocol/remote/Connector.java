package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.protocol.remote.RemoteTransfer.ConnectionStep;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * How two ranks connect before their first message: each learns the receive ring that the other one has made for it. A rank begins by
 * locking the other's only request word, and names there one of its own command slots; from then on the two write to each other's slots
 * (A.1.2 and A.1.3 of the paper in one). When both begin at once, who has not asked yet answers; if both have, the smaller rank goes on.
 * Owner: the rank's thread.
 */
final class Connector {
    private static final long ANSWER = 1;
    private static final long CONNECTED = 2;
    private static final int SLOT_SHIFT = 32;
    private static final int MOST_POLLS_BETWEEN_TRIES = 1_024;

    private final int rank;
    private final Area area;
    private final Translator translator;
    private final RemoteLimits limits;
    private final RingPool rings;
    private final IntFunction<Peer> peers;
    private final BiConsumer<Integer, ConnectionStep> trace;
    private final IndexPool commandSlots;
    /** What is written to others: a copy of a command slot for each of ours. */
    private final MemorySegment staged;
    private final List<Peer> connecting = new ArrayList<>();

    Connector(int rank, Area area, Translator translator, RemoteLimits limits, RingPool rings, IntFunction<Peer> peers,
            BiConsumer<Integer, ConnectionStep> trace) {
        this.rank = rank;
        this.area = area;
        this.translator = translator;
        this.limits = limits;
        this.rings = rings;
        this.peers = peers;
        this.trace = trace;
        this.commandSlots = new IndexPool(limits.commandSlots());
        this.staged = Arena.ofAuto().allocate(limits.commandSlots() * Area.COMMAND_BYTES, Area.COMMAND_BYTES);
    }

    /** Begins, unless it has begun. */
    void connect(Peer peer) {
        if (peer.state == Peer.State.NONE) {
            peer.state = Peer.State.WANTED;
            connecting.add(peer);
        }
    }

    /** Connections that are not made yet; for people. */
    List<Peer> connecting() {
        return connecting;
    }

    /** @return whether anything moved */
    boolean poll() {
        boolean moved = area.word(Area.REQUEST) != 0 && serveRequest();
        for (int i = connecting.size() - 1; i >= 0; i--) {
            Peer peer = connecting.get(i);
            moved |= advance(peer);
            if (peer.state == Peer.State.CONNECTED) {
                connecting.remove(i);
            }
        }
        return moved;
    }

    private boolean advance(Peer peer) {
        return switch (peer.state) {
            case WANTED -> tryLock(peer);
            case REQUESTED -> heard(peer, ANSWER) && initiate(peer);
            case INITIATED -> heard(peer, CONNECTED) && connected(peer);
            case ANSWERED -> heard(peer, ANSWER) && acknowledge(peer);
            default -> false;
        };
    }

    private boolean heard(Peer peer, long turn) {
        return area.word(area.commandSlot(peer.commandSlot)) == turn;
    }

    private boolean tryLock(Peer peer) {
        if (peer.pollsToNextTry > 0) {
            peer.pollsToNextTry--;
            return false;
        }
        // half of the slots are for answers, or all ranks could wait for each other's
        if (commandSlots.available() <= limits.commandSlots() / 2 && peer.commandSlot == IndexPool.NONE || !takeCommandSlot(peer)) {
            return false;
        }
        peer.state = Peer.State.LOCKING;
        tell(peer, ConnectionStep.I1);
        translator.compareAndSwap(peer.rank(), Area.LOCK, 0, rank + 1, Commands.of(Commands.LOCK, peer.rank()));
        return true;
    }

    private boolean takeCommandSlot(Peer peer) {
        if (peer.commandSlot == IndexPool.NONE) {
            peer.commandSlot = commandSlots.take();
        }
        if (peer.commandSlot == IndexPool.NONE) {
            return false;
        }
        area.setWord(area.commandSlot(peer.commandSlot), 0);
        return true;
    }

    /** The lock was tried. @param holder what was there: 0: it is ours now */
    void lockTried(Peer peer, long holder) {
        boolean ours = holder == 0;
        if (peer.abandoned) {
            peer.abandoned = false;
            if (ours) {
                request(peer, IndexPool.NONE);
            }
        } else if (ours) {
            request(peer, peer.commandSlot);
            tell(peer, ConnectionStep.I2);
            peer.in = rings.take(peer.rank());
            tell(peer, ConnectionStep.I3);
            peer.state = Peer.State.REQUESTED;
        } else {
            peer.state = Peer.State.WANTED;
            peer.tries++;
            peer.pollsToNextTry = Math.min(MOST_POLLS_BETWEEN_TRIES, 1 << Math.min(peer.tries, 16));
        }
    }

    private void request(Peer peer, int slot) {
        writeWord(peer, Area.REQUEST, (long) (slot + 1) << SLOT_SHIFT | rank + 1);
    }

    private void writeWord(Peer peer, long offset, long word) {
        translator.put(peer.rank(), Translator.AREA, 0, staged, 0, 0, offset, word, Commands.UNWATCHED);
    }

    private boolean serveRequest() {
        long request = area.word(Area.REQUEST);
        Peer peer = peers.apply((int) request - 1);
        int slot = (int) (request >>> SLOT_SHIFT) - 1;
        if (slot != IndexPool.NONE && answers(peer) && !answer(peer, slot)) {
            return false;
        }
        area.setWord(Area.REQUEST, 0);
        area.setWord(Area.LOCK, 0);
        return true;
    }

    private boolean answers(Peer peer) {
        return switch (peer.state) {
            case NONE, WANTED, LOCKING -> true;
            case REQUESTED -> peer.rank() < rank;
            default -> false;
        };
    }

    private boolean answer(Peer peer, int slot) {
        if (!takeCommandSlot(peer)) {
            return false;
        }
        if (peer.state == Peer.State.NONE) {
            connecting.add(peer);
        }
        peer.abandoned = peer.state == Peer.State.LOCKING;
        if (peer.in == null) {
            peer.in = rings.take(peer.rank());
        }
        peer.otherSlot = slot;
        peer.state = Peer.State.ANSWERED;
        tellRing(peer);
        tell(peer, ConnectionStep.R1);
        return true;
    }

    private boolean initiate(Peer peer) {
        learnRing(peer);
        tell(peer, ConnectionStep.I4);
        tellRing(peer);
        tell(peer, ConnectionStep.I5);
        peer.state = Peer.State.INITIATED;
        return true;
    }

    private boolean acknowledge(Peer peer) {
        learnRing(peer);
        writeWord(peer, area.commandSlot(peer.otherSlot), CONNECTED);
        tell(peer, ConnectionStep.R2);
        return connected(peer);
    }

    private boolean connected(Peer peer) {
        commandSlots.give(peer.commandSlot);
        peer.commandSlot = IndexPool.NONE;
        peer.state = Peer.State.CONNECTED;
        return true;
    }

    private void tellRing(Peer peer) {
        long base = peer.commandSlot * Area.COMMAND_BYTES;
        staged.set(JAVA_LONG, base + Area.COMMAND_RING, peer.in.offset());
        staged.set(JAVA_LONG, base + Area.COMMAND_SLOTS, peer.in.slots());
        staged.set(JAVA_LONG, base + Area.COMMAND_SHARED, peer.in.isShared() ? 1 : 0);
        staged.set(JAVA_LONG, base + Area.COMMAND_ANSWER, peer.commandSlot);
        long target = area.commandSlot(peer.otherSlot);
        translator.put(peer.rank(), Translator.AREA, target + Area.COMMAND_RING, staged, base + Area.COMMAND_RING,
                Area.COMMAND_END - Area.COMMAND_RING, target, ANSWER, Commands.UNWATCHED);
    }

    private void learnRing(Peer peer) {
        long base = area.commandSlot(peer.commandSlot);
        peer.otherSlot = (int) area.word(base + Area.COMMAND_ANSWER);
        peer.out = new OutRing(translator, area, peer.rank(), area.word(base + Area.COMMAND_RING),
                (int) area.word(base + Area.COMMAND_SLOTS), limits.slotBytes(), area.word(base + Area.COMMAND_SHARED) == 1);
    }

    private void tell(Peer peer, ConnectionStep step) {
        trace.accept(peer.rank(), step);
    }
}
