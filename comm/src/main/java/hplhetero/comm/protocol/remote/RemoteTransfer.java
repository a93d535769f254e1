package hplhetero.comm.protocol.remote;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.protocol.ByteTransfer;
import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.ProtocolRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The engine: carries the messages of one rank by commands that any network has. Short messages go through the receiver's ring
 * (eager); a long one is announced there, and put into its receive's buffer, or fetched into it, when that is known (rendezvous). Owner:
 * the rank's thread.
 */
public final class RemoteTransfer implements ByteTransfer<LongReceive> {
    /** The steps of a connection, as figures A.2 and A.3 of the paper name them: I of who begins, R of who answers. */
    public enum ConnectionStep {
        /** Locks the other's request word by compare-and-swap. */
        I1,
        /** Writes there at which command slot it waits. */
        I2,
        /** Makes a receive ring for the other. */
        I3,
        /** Finds the request, makes a receive ring, tells of it and where it waits, and unlocks the request word. */
        R1,
        /** Learns the other's ring: can send from here on. */
        I4,
        /** Tells of its own ring. */
        I5,
        /** Learns the first one's ring, can send from here on, and acknowledges. */
        R2
    }

    /** Messages that are being written to rings in memory that this process does not see. */
    private static final int STAGED_SLOTS = 64;

    private final int rank;
    private final RemoteLimits limits;
    private final Translator translator;
    private final Completions completions = this::completed;
    private final Area area;
    private final Peer[] peers;
    private final ArrayList<Peer> waiting = new ArrayList<>();
    private final RingPool rings;
    private final Connector connector;
    private final IndexPool stagingSlots = new IndexPool(STAGED_SLOTS);
    private final MemorySegment staging;
    private final IndexPool receiveWords;
    private final IndexPool landingSlots;
    private final LongSends longSends;
    private final LongFetches longFetches;
    /** By number. */
    private final ArrayList<LongReceive> receives = new ArrayList<>();
    private final ArrayDeque<LongReceive> spareReceives = new ArrayDeque<>();
    private final ArrayDeque<LongReceive> toClear = new ArrayDeque<>();
    private final ArrayList<LongReceive> receiving = new ArrayList<>();
    private final ArrayDeque<ProtocolRequest> toSelf = new ArrayDeque<>();

    /**
     * Makes the engine and brings it together with those of the other ranks, by the steps of figure A.1: I1 store the address, I2 barrier,
     * I3 reach all, I4 barrier. Collective.
     *
     * @param trace hears of each step of each connection, with the peer's rank
     */
    public RemoteTransfer(int rank, int size, RemoteLimits limits, Translator translator, KeyValueStore store,
            BiConsumer<Integer, ConnectionStep> trace) {
        this.rank = rank;
        this.limits = limits;
        this.translator = translator;
        this.area = new Area(size, limits, translator);
        this.peers = new Peer[size];
        this.rings = new RingPool(area, limits, size - 1);
        this.connector = new Connector(rank, area, translator, limits, rings, this::peer, trace);
        this.longSends = new LongSends(area, translator, limits);
        this.longFetches = new LongFetches(translator, limits.policy().segmentBytes());
        this.staging = Arena.ofAuto().allocate((long) STAGED_SLOTS * limits.slotBytes(), 64);
        this.receiveWords = new IndexPool(limits.words() / 2);
        this.landingSlots = new IndexPool(limits.landingSlots());
        bootstrap(size, store);
    }

    private void bootstrap(int size, KeyValueStore store) {
        store.put(key(rank), translator.address());
        store.barrier();
        for (int peer = 0; peer < size; peer++) {
            if (peer != rank) {
                translator.reach(peer, store.get(key(peer)));
            }
        }
        store.barrier();
        translator.allReached();
    }

    private static String key(int rank) {
        return "address " + rank;
    }

    private Peer peer(int number) {
        if (peers[number] == null) {
            peers[number] = new Peer(number);
        }
        return peers[number];
    }

    @Override
    public void send(ProtocolRequest send) {
        if (send.worldPeer() == rank) {
            toSelf.add(send);
            return;
        }
        Peer peer = peer(send.worldPeer());
        if (peer.out == null) {
            connector.connect(peer);
        }
        if (peer.hasWaiting() || !offer(peer, send)) {
            enqueue(peer);
            peer.sends().add(send);
        }
    }

    private void enqueue(Peer peer) {
        if (!peer.hasWaiting()) {
            waiting.add(peer);
        }
    }

    @Override
    public boolean poll(Matching<LongReceive> matching) {
        boolean moved = translator.poll(completions);
        moved |= connector.poll();
        moved |= drainAll(matching);
        moved |= !waiting.isEmpty() && flush();
        moved |= !toClear.isEmpty() && clearNext();
        for (int i = receiving.size() - 1; i >= 0; i--) {
            moved |= advance(receiving.get(i), i);
        }
        moved |= moveSegments(matching);
        moved |= !toSelf.isEmpty() && deliverToSelf(matching);
        return moved;
    }

    // sending through rings

    private boolean flush() {
        boolean moved = false;
        for (int i = waiting.size() - 1; i >= 0; i--) {
            Peer peer = waiting.get(i);
            while (!peer.clearances().isEmpty() && offerClearance(peer, peer.clearances().peek())) {
                peer.clearances().poll();
                moved = true;
            }
            while (peer.clearances().isEmpty() && !peer.sends().isEmpty() && offer(peer, peer.sends().peek())) {
                peer.sends().poll();
                moved = true;
            }
            if (!peer.hasWaiting()) {
                waiting.remove(i);
            }
        }
        return moved;
    }

    /** @return false, having done nothing, when there is no room */
    private boolean offer(Peer peer, ProtocolRequest send) {
        return send.bytes() <= limits.eagerBytes() ? offerEager(peer, send) : announce(peer, send);
    }

    private boolean offerEager(Peer peer, ProtocolRequest send) {
        if (!isRoom(peer)) {
            return false;
        }
        long bytes = send.bytes();
        MemorySegment window = translator.window(peer.rank());
        int slot = window == null ? stagingSlots.take() : IndexPool.NONE;
        MemorySegment memory = window == null ? staging : window;
        long base = window == null ? (long) slot * limits.slotBytes() : peer.out.base();
        Frame.head(memory, base, Frame.EAGER, rank, send.context(), send.tag(), bytes);
        MemorySegment.copy(send.buffer(), 0, memory, base + Frame.DATA, bytes);
        write(peer, slot, Frame.DATA + bytes);
        send.finishSend();
        return true;
    }

    private boolean announce(Peer peer, ProtocolRequest send) {
        if (!isRoom(peer)) {
            return false;
        }
        LongSend message = longSends.begin(send, peer);
        int slot = stagingSlots.take();
        long base = (long) slot * limits.slotBytes();
        Frame.head(staging, base, Frame.ANNOUNCE, rank, send.context(), send.tag(), send.bytes());
        staging.set(JAVA_LONG, base + Frame.SEND, message.number());
        long keyBytes = 0;
        if (translator.fetches(peer.rank())) {
            message.registration = translator.register(peer.rank(), send.buffer());
            keyBytes = describe(message.registration, base);
        }
        staging.set(JAVA_LONG, base + Frame.KEY_BYTES, keyBytes);
        write(peer, slot, Frame.KEY + keyBytes);
        return true;
    }

    private long describe(long registration, long base) {
        return translator.describe(registration, staging.asSlice(base + Frame.KEY, Translator.MOST_DESCRIPTOR_BYTES));
    }

    /** Where to put it, or that it was fetched. */
    private boolean offerClearance(Peer peer, LongReceive message) {
        if (!isRoom(peer)) {
            return false;
        }
        int slot = stagingSlots.take();
        long base = (long) slot * limits.slotBytes();
        if (message.isFetched()) {
            Frame.head(staging, base, Frame.FETCHED, rank, 0, 0, message.send);
            write(peer, slot, Frame.DATA);
            finish(message);
            return true;
        }
        Frame.head(staging, base, Frame.CLEAR, rank, 0, 0, message.send);
        staging.set(JAVA_LONG, base + Frame.ARRIVAL, area.notice(message.arrivalWord));
        long keyBytes = 0;
        if (message.lands()) {
            staging.set(JAVA_LONG, base + Frame.FIRST_LANDING, area.landing(message.firstLanding));
            staging.set(JAVA_LONG, base + Frame.SECOND_LANDING, area.landing(message.secondLanding));
        } else {
            keyBytes = describe(message.registration, base);
        }
        staging.set(JAVA_LONG, base + Frame.KEY_BYTES, keyBytes);
        write(peer, slot, Frame.KEY + keyBytes);
        return true;
    }

    private boolean isRoom(Peer peer) {
        return peer.out != null && stagingSlots.available() > 0 && peer.out.ready();
    }

    /** @param slot that holds it, of the staging memory; {@link IndexPool#NONE}: it lies in the ring already */
    private void write(Peer peer, int slot, long end) {
        OutRing ring = peer.out;
        long target = ring.base();
        if (slot == IndexPool.NONE) {
            translator.put(peer.rank(), Translator.AREA, 0, staging, 0, 0, target, ring.turn(), Commands.UNWATCHED);
        } else if (translator.put(peer.rank(), Translator.AREA, target + Frame.KIND, staging,
                (long) slot * limits.slotBytes() + Frame.KIND, end - Frame.KIND, target, ring.turn(),
                Commands.of(Commands.STAGED, slot))) {
            stagingSlots.give(slot);
        }
        ring.written();
    }

    // receiving through rings

    /** As many as go at once, for a rank that computes polls seldom; but whoever waits for what else has come does not wait for them. */
    private boolean moveSegments(Matching<LongReceive> matching) {
        boolean moved = false;
        while (longSends.putSegment() | fetchSegment()) {
            moved = true;
            translator.poll(completions);
            if (drainAll(matching)) {
                break;
            }
        }
        return moved;
    }

    private boolean drainAll(Matching<LongReceive> matching) {
        boolean moved = false;
        for (int i = 0; i < rings.size(); i++) {
            moved |= drain(rings.get(i), matching);
        }
        return moved;
    }

    /** At most a ring full at a time, so that one busy sender does not starve the others. */
    private boolean drain(InRing ring, Matching<LongReceive> matching) {
        int messages = 0;
        while (messages < ring.slots() && ring.hasMessage()) {
            accept(ring.base(), matching);
            long taken = ring.take();
            messages++;
            if (!ring.isShared() && taken % Math.max(1, ring.slots() / 4) == 0) {
                translator.put(ring.writer(), Translator.AREA, 0, staging, 0, 0, area.credit(rank), taken, Commands.UNWATCHED);
            }
        }
        return messages > 0;
    }

    private void accept(long base, Matching<LongReceive> matching) {
        MemorySegment memory = area.memory();
        switch (Frame.kind(memory, base)) {
            case Frame.EAGER -> matching.deliverShort(Frame.context(memory, base), Frame.source(memory, base), Frame.tag(memory, base),
                    memory, base + Frame.DATA, Frame.bytes(memory, base));
            case Frame.ANNOUNCE -> acceptAnnouncement(memory, base, matching);
            case Frame.FETCHED -> longSends.fetched((int) Frame.bytes(memory, base));
            default -> longSends.cleared(memory, base);
        }
    }

    private void acceptAnnouncement(MemorySegment memory, long base, Matching<LongReceive> matching) {
        LongReceive message = newLongReceive();
        int source = Frame.source(memory, base);
        long keyBytes = memory.get(JAVA_LONG, base + Frame.KEY_BYTES);
        long key = keyBytes == 0 ? Translator.AREA : translator.attach(source, memory, base + Frame.KEY, keyBytes);
        message.begin(source, Frame.bytes(memory, base), memory.get(JAVA_LONG, base + Frame.SEND), key);
        report(message, Frame.context(memory, base), Frame.tag(memory, base), matching);
    }

    private void report(LongReceive message, int context, int tag, Matching<LongReceive> matching) {
        ProtocolRequest receive = matching.matchLong(context, message.source, tag, message.bytes, message);
        if (receive != null) {
            fetch(message, message.source, receive);
        }
    }

    private LongReceive newLongReceive() {
        if (spareReceives.isEmpty()) {
            receives.add(new LongReceive(receives.size()));
            spareReceives.push(receives.getLast());
        }
        return spareReceives.pop();
    }

    // long receives

    @Override
    public void fetch(LongReceive message, int source, ProtocolRequest receive) {
        message.receive = receive;
        if (message.own != null) {
            MemorySegment.copy(message.own.buffer(), 0, receive.buffer(), 0, message.bytes);
            message.own.finishSend();
            finish(message);
        } else if (message.isFetched()) {
            longFetches.add(message);
        } else {
            toClear.add(message);
            clearNext();
        }
    }

    /** In order, so that each comes to its turn. */
    private boolean clearNext() {
        LongReceive message = toClear.peek();
        if (receiveWords.available() == 0) {
            return false;
        }
        message.registration = translator.register(message.source, message.receive.buffer());
        if (message.lands()) {
            if (landingSlots.available() < 2) {
                return false;
            }
            message.firstLanding = landingSlots.take();
            message.secondLanding = landingSlots.take();
        }
        message.arrivalWord = limits.words() / 2 + receiveWords.take();
        area.setWord(area.notice(message.arrivalWord), 0);
        area.setWord(area.notice(message.arrivalWord) + Area.CREDIT_PLACE, 0);
        toClear.poll();
        receiving.add(message);
        tell(message);
        return true;
    }

    private void tell(LongReceive message) {
        Peer peer = peer(message.source);
        connector.connect(peer);
        enqueue(peer);
        peer.clearances().add(message);
    }

    private boolean fetchSegment() {
        LongReceive message = longFetches.fetchSegment();
        if (message != null) {
            segmentCame(message);
        }
        return message != null;
    }

    private void segmentCame(LongReceive message) {
        // done when the sender has been told: a rank that has received may end
        if (longFetches.came(message)) {
            tell(message);
        }
    }

    private boolean advance(LongReceive message, int index) {
        long there = area.word(area.notice(message.arrivalWord));
        if (there == message.came) {
            return false;
        }
        if (message.lands()) {
            boolean counted = message.bytes > 2L * limits.policy().segmentBytes();
            long credit = counted ? area.word(area.notice(message.arrivalWord) + Area.CREDIT_PLACE) : 0;
            if (counted && credit == 0) {
                return false;
            }
            takeOut(message, there, credit);
        }
        message.came = there;
        if (there == message.bytes) {
            receiving.remove(index);
            receiveWords.give(message.arrivalWord - limits.words() / 2);
            if (message.lands()) {
                landingSlots.give(message.firstLanding);
                landingSlots.give(message.secondLanding);
            } else {
                translator.deregister(message.registration);
            }
            finish(message);
        }
        return true;
    }

    private void takeOut(LongReceive message, long there, long credit) {
        int segmentBytes = limits.policy().segmentBytes();
        for (long from = message.came; from < there;) {
            long bytes = Math.min(segmentBytes, there - from);
            int slot = message.segments % 2 == 0 ? message.firstLanding : message.secondLanding;
            MemorySegment.copy(area.memory(), area.landing(slot), message.receive.buffer(), from, bytes);
            from += bytes;
            message.segments++;
            if ((message.segments + 1L) * segmentBytes < message.bytes) {
                translator.put(message.source, Translator.AREA, 0, staging, 0, 0, credit, message.segments, Commands.UNWATCHED);
            }
        }
    }

    private void finish(LongReceive message) {
        ProtocolRequest receive = message.receive;
        message.receive = null;
        message.own = null;
        spareReceives.push(message);
        receive.finishReceive(message.source, message.bytes);
    }

    private void completed(long command, long value) {
        int index = Commands.index(command);
        switch (Commands.kind(command)) {
            case Commands.LOCK -> connector.lockTried(peer(index), value);
            case Commands.TICKET -> peer(index).out.drawn(value);
            case Commands.TAKEN -> peer(index).out.taken(value);
            case Commands.STAGED -> stagingSlots.give(index);
            case Commands.FETCHED -> segmentCame(receives.get(index));
            case Commands.SEGMENT -> longSends.segmentDone(index);
            default -> { }
        }
    }

    // a rank's messages to itself

    private boolean deliverToSelf(Matching<LongReceive> matching) {
        ProtocolRequest send = toSelf.poll();
        if (send.bytes() > limits.eagerBytes()) {
            LongReceive message = newLongReceive();
            message.begin(rank, send.bytes(), 0, Translator.AREA);
            message.own = send;
            report(message, send.context(), send.tag(), matching);
        } else {
            matching.deliverShort(send.context(), rank, send.tag(), send.buffer(), 0, send.bytes());
            send.finishSend();
        }
        return true;
    }

    @Override
    public Stream<String> waits() {
        return Stream.of(connector.connecting().stream().map(peer -> "a connection to rank " + peer.rank() + " (" + peer.state + ")"),
                receiving.stream().map(message -> WaitDescription.receive(message.bytes, message.source, message.receive.tag())),
                longFetches.waits(), longSends.waits(),
                Stream.of(translator.waits()).filter(text -> !text.isEmpty())).flatMap(texts -> texts);
    }

    /** Gives the area back; to be called when no rank sends any more. */
    public void close() {
        translator.close();
    }

    /** Receive rings that were made; all the memory that peers cause. */
    int ringsTaken() {
        return rings.size();
    }
}
