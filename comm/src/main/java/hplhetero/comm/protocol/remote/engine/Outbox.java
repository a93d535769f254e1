package hplhetero.comm.protocol.remote.engine;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Commands;
import hplhetero.comm.protocol.remote.Frame;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.OutRing;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.protocol.remote.connect.Connection;
import hplhetero.comm.protocol.remote.connect.Connector;
import hplhetero.comm.protocol.remote.rendezvous.LongReceive;
import hplhetero.comm.protocol.remote.rendezvous.LongReceives;
import hplhetero.comm.protocol.remote.rendezvous.LongSends;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;

/**
 * Writes into the rings of other ranks: short messages, announcements of long messages, and answers to announcements. A frame that finds no
 * room waits, in order; answers go before sends. Owner: the rank's thread.
 */
final class Outbox {
    /** The number of staging slots, which hold frames while they are put into rings that this process cannot store to. */
    private static final int STAGED_SLOTS = 64;

    /** Another rank, with the frames that wait for room in its ring. */
    private static final class Peer {
        private final int rank;
        private final Connection connection;
        /** The sends that wait for room in the peer's ring, in order. */
        private final ArrayDeque<ProtocolRequest> sends = new ArrayDeque<>();
        /** The messages whose sender is to be told that they are cleared or fetched. */
        private final ArrayDeque<LongReceive> answers = new ArrayDeque<>();

        Peer(Connection connection) {
            this.rank = connection.rank();
            this.connection = connection;
        }

        /** Returns whether any frame waits for room in the peer's ring. */
        boolean hasWaiting() {
            return !answers.isEmpty() || !sends.isEmpty();
        }
    }

    private final int rank;
    private final RemoteLimits limits;
    private final Translator translator;
    private final Connector connector;
    private final LongSends longSends;
    private final LongReceives longReceives;
    /** The ranks that this rank has ever written to, indexed by rank; the others are null. */
    private final Peer[] peers;
    /** The peers in whose ring a frame waits for room. */
    private final ArrayList<Peer> waiting = new ArrayList<>();
    /** The staging slots that are free. */
    private final IndexPool stagingSlots = new IndexPool(STAGED_SLOTS);
    /** The memory of the staging slots, each as long as a slot of a ring. */
    private final MemorySegment staging;

    Outbox(int rank, int size, RemoteLimits limits, Translator translator, Connector connector, LongSends longSends,
            LongReceives longReceives) {
        this.rank = rank;
        this.limits = limits;
        this.translator = translator;
        this.connector = connector;
        this.longSends = longSends;
        this.longReceives = longReceives;
        this.peers = new Peer[size];
        this.staging = Arena.ofAuto().allocate((long) STAGED_SLOTS * limits.slotBytes(), 64);
    }

    /** Takes over a send to another rank. */
    void send(ProtocolRequest send) {
        Peer peer = peer(send.worldPeer());
        if (peer.hasWaiting() || !offer(peer, send)) {
            enqueue(peer);
            peer.sends.add(send);
        }
    }

    /** Takes over the answer to the announcement of a long message, for its sender. */
    void answer(LongReceive message) {
        Peer peer = peer(message.source());
        enqueue(peer);
        peer.answers.add(message);
    }

    /** Returns the peer with this rank, and begins to connect to it at the first call. */
    private Peer peer(int number) {
        if (peers[number] == null) {
            peers[number] = new Peer(connector.connection(number));
            connector.connect(peers[number].connection);
        }
        return peers[number];
    }

    /** Notes that a frame is about to wait for room in the peer's ring. */
    private void enqueue(Peer peer) {
        if (!peer.hasWaiting()) {
            waiting.add(peer);
        }
    }

    /**
     * Writes the frames that wait and have room now.
     *
     * @return whether any frame was written
     */
    boolean flush() {
        boolean moved = false;
        for (int i = waiting.size() - 1; i >= 0; i--) {
            Peer peer = waiting.get(i);
            while (!peer.answers.isEmpty() && offerAnswer(peer, peer.answers.peek())) {
                peer.answers.poll();
                moved = true;
            }
            while (peer.answers.isEmpty() && !peer.sends.isEmpty() && offer(peer, peer.sends.peek())) {
                peer.sends.poll();
                moved = true;
            }
            if (!peer.hasWaiting()) {
                waiting.remove(i);
            }
        }
        return moved;
    }

    /**
     * Writes a short message, or announces a long one.
     *
     * @return false when there is no room; nothing was done then
     */
    private boolean offer(Peer peer, ProtocolRequest send) {
        if (!isRoom(peer)) {
            return false;
        }
        if (send.bytes() <= limits.eagerBytes()) {
            writeEager(peer, send);
        } else {
            int slot = stagingSlots.take();
            write(peer, slot, longSends.announce(send, staging, staged(slot)));
        }
        return true;
    }

    /**
     * Writes a short message and completes its send. The data are copied straight into the peer's ring where this process can store to it,
     * else into a staging slot.
     */
    private void writeEager(Peer peer, ProtocolRequest send) {
        long bytes = send.bytes();
        MemorySegment window = translator.window(peer.rank);
        int slot = window == null ? stagingSlots.take() : IndexPool.NONE;
        MemorySegment memory = window == null ? staging : window;
        long base = window == null ? staged(slot) : peer.connection.out().base();
        Frame.head(memory, base, Frame.EAGER, rank, send.context(), send.tag(), bytes);
        MemorySegment.copy(send.buffer(), 0, memory, base + Frame.DATA, bytes);
        write(peer, slot, Frame.DATA + bytes);
        send.finishSend();
    }

    /**
     * Writes the answer to the announcement of a long message.
     *
     * @return false when there is no room; nothing was done then
     */
    private boolean offerAnswer(Peer peer, LongReceive message) {
        if (!isRoom(peer)) {
            return false;
        }
        int slot = stagingSlots.take();
        write(peer, slot, longReceives.answer(message, staging, staged(slot)));
        longReceives.answered(message);
        return true;
    }

    /**
     * Returns whether a frame for the peer can be written now: the peer is connected, and its ring and the staging memory have a free slot.
     */
    private boolean isRoom(Peer peer) {
        OutRing ring = peer.connection.out();
        return ring != null && stagingSlots.available() > 0 && ring.ready();
    }

    /** Returns the offset of a staging slot in the staging memory, in bytes. */
    private long staged(int slot) {
        return (long) slot * limits.slotBytes();
    }

    /**
     * Completes the frame that is next in a peer's ring.
     *
     * @param slot the staging slot that holds the frame; {@link IndexPool#NONE}: the frame lies in the ring already
     * @param end  the bytes of the frame
     */
    private void write(Peer peer, int slot, long end) {
        OutRing ring = peer.connection.out();
        long target = ring.base();
        if (slot == IndexPool.NONE) {
            translator.putWord(peer.rank, target, ring.turn());
        } else if (translator.put(peer.rank, Translator.AREA, target + Frame.KIND, staging, staged(slot) + Frame.KIND, end - Frame.KIND,
                target, ring.turn(), Commands.of(Commands.STAGED, slot))) {
            written(slot);
        }
        ring.written();
    }

    /** Takes back a staging slot, whose frame has been put into the peer's ring. */
    void written(int slot) {
        stagingSlots.give(slot);
    }
}
