package hplhetero.comm.protocol.remote.connect;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.Commands;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.KeyValueStore;
import hplhetero.comm.protocol.remote.OutRing;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.RingPool;
import hplhetero.comm.protocol.remote.Translator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Connects two ranks before their first message: each learns the receive ring that the other has made for it. A rank begins by locking the
 * other's only request word, and writes there which of its own command slots it waits at. From then on the two ranks write to each other's
 * command slots (A.1.2 and A.1.3 of Yamaguchi and others, "LLC", in one). When both ranks begin at once, a rank that has not asked yet
 * answers; if both have asked, the smaller rank goes on. Owner: the rank's thread.
 */
public final class Connector {
    /** The turn of a command slot that tells of a ring. */
    private static final long ANSWER = 1;
    /** The turn of a command slot that tells that both sides are connected. */
    private static final long CONNECTED = 2;
    /** The place of the command slot within a request word, in bits. */
    private static final int SLOT_SHIFT = 32;
    /** The greatest number of polls between two tries of a peer's lock. */
    private static final int MOST_POLLS_BETWEEN_TRIES = 1_024;

    private final int rank;
    private final Area area;
    private final Translator translator;
    private final RemoteLimits limits;
    private final RingPool rings;
    /** The connections that somebody has asked for, indexed by the peer's rank; the others are null. */
    private final Connection[] connections;
    /** The listener that hears of each step of each connection, with the peer's rank. */
    private final BiConsumer<Integer, ConnectionStep> trace;
    private final IndexPool commandSlots;
    /** The source of what is written to peers' command slots: 128 bytes for each command slot of this rank. */
    private final MemorySegment staged;
    /** The connections that are being made. */
    private final List<Connection> connecting = new ArrayList<>();

    /**
     * Makes the connector of one rank, without any connection.
     *
     * @param rank  this rank's number in the world
     * @param size  the number of ranks in the world
     * @param trace hears of each step of each connection, with the peer's rank
     */
    public Connector(int rank, int size, Area area, Translator translator, RemoteLimits limits, RingPool rings,
            BiConsumer<Integer, ConnectionStep> trace) {
        this.rank = rank;
        this.area = area;
        this.translator = translator;
        this.limits = limits;
        this.rings = rings;
        this.connections = new Connection[size];
        this.trace = trace;
        this.commandSlots = new IndexPool(limits.commandSlots());
        this.staged = Arena.ofAuto().allocate(limits.commandSlots() * Area.COMMAND_BYTES, Area.COMMAND_BYTES);
    }

    /**
     * Learns from the store how each rank is reached, in four steps: this rank stores its address (I1), a barrier (I2), this rank reads the
     * addresses of all others (I3), a barrier (I4). Collective; called before the first connection. Source: figure A.1 of Yamaguchi and
     * others, "LLC".
     *
     * @param store store for what ranks tell each other
     */
    public void reachAll(KeyValueStore store) {
        store.put(key(rank), translator.address());
        store.barrier();
        for (int peer = 0; peer < connections.length; peer++) {
            if (peer != rank) {
                translator.reach(peer, store.get(key(peer)));
            }
        }
        store.barrier();
        translator.allReached();
    }

    /** Returns the key in the store for the address of {@code rank}. */
    private static String key(int rank) {
        return "address " + rank;
    }

    /** Returns the connection to rank {@code peer}, begun or not. */
    public Connection connection(int peer) {
        if (connections[peer] == null) {
            connections[peer] = new Connection(peer);
        }
        return connections[peer];
    }

    /** Begins to connect this rank to a peer, unless one of the two has begun already. {@link #poll} goes on with the connection. */
    public void connect(Connection peer) {
        if (peer.state == Connection.State.NONE) {
            peer.state = Connection.State.WANTED;
            connecting.add(peer);
        }
    }

    /** Describes the connections that are being made, for people. */
    public Stream<String> waits() {
        return connecting.stream().map(peer -> "a connection to rank " + peer.rank() + " (" + peer.state + ")");
    }

    /**
     * Moves all connections on.
     *
     * @return whether any connection moved
     */
    public boolean poll() {
        boolean moved = area.word(Area.REQUEST) != 0 && serveRequest();
        for (int i = connecting.size() - 1; i >= 0; i--) {
            Connection peer = connecting.get(i);
            moved |= advance(peer);
            if (peer.state == Connection.State.CONNECTED) {
                connecting.remove(i);
            }
        }
        return moved;
    }

    /** Takes the next step of a connection, if it can be taken now. Returns whether one was taken. */
    private boolean advance(Connection peer) {
        return switch (peer.state) {
            case WANTED -> tryLock(peer);
            case REQUESTED -> heard(peer, ANSWER) && initiate(peer);
            case INITIATED -> heard(peer, CONNECTED) && connected(peer);
            case ANSWERED -> heard(peer, ANSWER) && acknowledge(peer);
            default -> false;
        };
    }

    /** Returns whether the peer has written {@code turn} into the command slot at which this rank waits. */
    private boolean heard(Connection peer, long turn) {
        return area.word(area.commandSlot(peer.commandSlot)) == turn;
    }

    /** Begins to lock the peer's request word, if a command slot is free (I1). */
    private boolean tryLock(Connection peer) {
        if (peer.pollsToNextTry > 0) {
            peer.pollsToNextTry--;
            return false;
        }
        // half of the command slots are kept for answers: else all ranks could wait for answers of each other
        if (commandSlots.available() <= limits.commandSlots() / 2 && peer.commandSlot == IndexPool.NONE || !takeCommandSlot(peer)) {
            return false;
        }
        peer.state = Connection.State.LOCKING;
        tell(peer, ConnectionStep.I1);
        translator.compareAndSwap(peer.rank(), Area.LOCK, 0, rank + 1, Commands.of(Commands.LOCK, peer.rank()));
        return true;
    }

    /** Gives the connection a free command slot, if it has none. Returns false when no slot is free. */
    private boolean takeCommandSlot(Connection peer) {
        if (peer.commandSlot == IndexPool.NONE) {
            peer.commandSlot = commandSlots.take();
        }
        if (peer.commandSlot == IndexPool.NONE) {
            return false;
        }
        area.setWord(area.commandSlot(peer.commandSlot), 0);
        return true;
    }

    /**
     * Goes on with a connection after the compare-and-swap of the peer's lock is done. The rank that has a peer's lock is the only one that
     * may ask this peer for a connection. Where another rank has it, this rank tries again after some polls.
     *
     * @param peerRank the peer whose lock this rank has tried to take
     * @param holder   what the lock held before: 0 if it was free, so that this rank has it now; r + 1 if rank r had it
     */
    public void lockTried(int peerRank, long holder) {
        Connection peer = connection(peerRank);
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
            peer.state = Connection.State.REQUESTED;
        } else {
            peer.state = Connection.State.WANTED;
            peer.tries++;
            peer.pollsToNextTry = Math.min(MOST_POLLS_BETWEEN_TRIES, 1 << Math.min(peer.tries, 16));
        }
    }

    /**
     * Writes this rank's request at the peer, whose lock this rank has.
     *
     * @param slot the command slot at which this rank waits; {@link IndexPool#NONE}: the request is not needed any more
     */
    private void request(Connection peer, int slot) {
        translator.putWord(peer.rank(), Area.REQUEST, (long) (slot + 1) << SLOT_SHIFT | rank + 1);
    }

    /**
     * Serves the request that a peer has written at this rank, and unlocks the request word. Returns false when no command slot is free.
     */
    private boolean serveRequest() {
        long request = area.word(Area.REQUEST);
        Connection peer = connection((int) request - 1);
        int slot = (int) (request >>> SLOT_SHIFT) - 1;
        if (slot != IndexPool.NONE && answers(peer) && !answer(peer, slot)) {
            return false;
        }
        area.setWord(Area.REQUEST, 0);
        area.setWord(Area.LOCK, 0);
        return true;
    }

    /** Returns whether this rank answers the request of a peer; else the peer answers this rank's request. */
    private boolean answers(Connection peer) {
        return switch (peer.state) {
            case NONE, WANTED, LOCKING -> true;
            case REQUESTED -> peer.rank() < rank;
            default -> false;
        };
    }

    /**
     * Answers a peer's request (R1). Returns false when no command slot is free.
     *
     * @param slot the command slot at which the peer waits
     */
    private boolean answer(Connection peer, int slot) {
        if (!takeCommandSlot(peer)) {
            return false;
        }
        if (peer.state == Connection.State.NONE) {
            connecting.add(peer);
        }
        peer.abandoned = peer.state == Connection.State.LOCKING;
        if (peer.in == null) {
            peer.in = rings.take(peer.rank());
        }
        peer.otherSlot = slot;
        peer.state = Connection.State.ANSWERED;
        tellRing(peer);
        tell(peer, ConnectionStep.R1);
        return true;
    }

    /** Learns the peer's ring and tells it of this rank's ring (I4, I5). */
    private boolean initiate(Connection peer) {
        learnRing(peer);
        tell(peer, ConnectionStep.I4);
        tellRing(peer);
        tell(peer, ConnectionStep.I5);
        peer.state = Connection.State.INITIATED;
        return true;
    }

    /** Learns the peer's ring and tells it that both sides are connected (R2). */
    private boolean acknowledge(Connection peer) {
        learnRing(peer);
        translator.putWord(peer.rank(), area.commandSlot(peer.otherSlot), CONNECTED);
        tell(peer, ConnectionStep.R2);
        return connected(peer);
    }

    /** Ends the connecting: gives the command slot back. */
    private boolean connected(Connection peer) {
        commandSlots.give(peer.commandSlot);
        peer.commandSlot = IndexPool.NONE;
        peer.state = Connection.State.CONNECTED;
        return true;
    }

    /** Writes where this rank's receive ring is, and where it waits, into the peer's command slot. */
    private void tellRing(Connection peer) {
        long base = peer.commandSlot * Area.COMMAND_BYTES;
        staged.set(JAVA_LONG, base + Area.COMMAND_RING, peer.in.offset());
        staged.set(JAVA_LONG, base + Area.COMMAND_SLOTS, peer.in.slots());
        staged.set(JAVA_LONG, base + Area.COMMAND_SHARED, peer.in.isShared() ? 1 : 0);
        staged.set(JAVA_LONG, base + Area.COMMAND_ANSWER, peer.commandSlot);
        long target = area.commandSlot(peer.otherSlot);
        translator.put(peer.rank(), Translator.AREA, target + Area.COMMAND_RING, staged, base + Area.COMMAND_RING,
                Area.COMMAND_END - Area.COMMAND_RING, target, ANSWER, Commands.UNWATCHED);
    }

    /** Reads where the peer's receive ring is, and where the peer waits, from this rank's command slot. */
    private void learnRing(Connection peer) {
        long base = area.commandSlot(peer.commandSlot);
        peer.otherSlot = (int) area.word(base + Area.COMMAND_ANSWER);
        peer.out = new OutRing(translator, area, peer.rank(), area.word(base + Area.COMMAND_RING),
                (int) area.word(base + Area.COMMAND_SLOTS), limits.slotBytes(), area.word(base + Area.COMMAND_SHARED) == 1);
    }

    private void tell(Connection peer, ConnectionStep step) {
        trace.accept(peer.rank(), step);
    }
}
