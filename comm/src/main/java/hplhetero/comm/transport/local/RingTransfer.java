package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.BackOff;
import hplhetero.comm.protocol.ByteTransfer;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.ProgressEngine;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.transport.RankThreads;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.stream.Stream;

/**
 * The carrier of the messages of one rank, through rings. A long message is copied by its receiver straight from the sender's buffer, which
 * the send names. Owner: the rank's thread.
 */
final class RingTransfer implements ByteTransfer<ProtocolRequest> {
    /**
     * Nanoseconds a rank sleeps at most. A sender wakes it earlier; only what comes without a waking, such as the run's end, waits this
     * long.
     */
    private static final long SLEEP_NANOS = 1_000_000;
    /** Nanoseconds a rank sleeps at most while sends wait for room in a ring, which comes without a waking. */
    private static final long SLEEP_NANOS_WITH_SENDS = 50_000;
    /** Nanoseconds without a poll after which a rank is taken to have computed, so that it shall not sleep. */
    private static final long COMPUTING_NANOS = 100_000;

    /** The messages that go to one rank: its ring and, in order, the sends that found the ring full. */
    private static final class Outbox {
        private final Ring.Writer writer;
        private final ArrayDeque<ProtocolRequest> waiting = new ArrayDeque<>();

        Outbox(Ring.Writer writer) {
            this.writer = writer;
        }
    }

    private final LocalWorld world;
    private final int rank;
    /** The outbox to each rank, indexed by destination; null until the first send to it. */
    private final Outbox[] outboxes;
    /** The readers of all rings that lead here, in the order in which they were found; the first {@link #inboxCount} are used. */
    private final Ring.Reader[] inboxes;
    /** Whether the ring from each rank has a reader, indexed by source. */
    private final boolean[] adopted;
    private int inboxCount;
    /** Number of sends that wait for room, in all outboxes. */
    private int waitingSends;

    private RingTransfer(LocalWorld world, int rank) {
        this.world = world;
        this.rank = rank;
        this.outboxes = new Outbox[world.size()];
        this.inboxes = new Ring.Reader[world.size()];
        this.adopted = new boolean[world.size()];
    }

    /** Returns the progress engine of one rank, over rings; called by the rank's thread. */
    static ProgressEngine<ProtocolRequest> engine(LocalWorld world, RankThreads ranks, CoreSharing cores, int rank) {
        RingTransfer transfer = new RingTransfer(world, rank);
        return new ProgressEngine<>(new RankIdentity(rank, ranks.size(), ranks.hostName(), ranks.activity(rank)), ranks.state(), transfer,
                new BackOff(cores, COMPUTING_NANOS, transfer::sleepNanos));
    }

    private long sleepNanos() {
        return waitingSends > 0 ? SLEEP_NANOS_WITH_SENDS : SLEEP_NANOS;
    }

    @Override
    public void send(ProtocolRequest send) {
        Outbox outbox = outbox(send.worldPeer());
        if (!outbox.waiting.isEmpty() || !offer(outbox, send)) {
            outbox.waiting.add(send);
            waitingSends++;
        }
    }

    @Override
    public boolean poll(Matching<ProtocolRequest> matching) {
        boolean moved = waitingSends > 0 && flush();
        if (world.ringsTo(rank) != inboxCount) {
            adoptNewRings();
        }
        for (int i = 0; i < inboxCount; i++) {
            if (inboxes[i].hasMessage()) {
                drain(inboxes[i], matching);
                moved = true;
            }
        }
        return moved;
    }

    @Override
    public void fetch(ProtocolRequest send, int source, ProtocolRequest receive) {
        MemorySegment from = send.buffer();
        long bytes = send.bytes();
        try {
            MemorySegment.copy(from, 0, receive.buffer(), 0, bytes);
        } catch (IllegalStateException freed) {
            throw from.scope().isAlive() ? freed : world.senderGone(rank, source);
        }
        send.finishSend();
        world.wake(source);
        receive.finishReceive(source, bytes);
    }

    /** {@inheritDoc} The stream is empty: only requests wait here, and each request tells by itself what it waits for. */
    @Override
    public Stream<String> waits() {
        return Stream.empty();
    }

    private Outbox outbox(int destination) {
        if (outboxes[destination] == null) {
            outboxes[destination] = new Outbox(new Ring.Writer(world.openRing(rank, destination)));
        }
        return outboxes[destination];
    }

    private boolean offer(Outbox outbox, ProtocolRequest send) {
        boolean eager = send.bytes() <= Ring.EAGER_BYTES;
        if (!outbox.writer.offer(send.buffer(), send.context(), send.tag(), eager ? null : send)) {
            return false;
        }
        int destination = send.worldPeer();
        if (eager) {
            send.finishSend();
        }
        world.wake(destination);
        return true;
    }

    private boolean flush() {
        int before = waitingSends;
        for (Outbox outbox : outboxes) {
            while (outbox != null && !outbox.waiting.isEmpty() && offer(outbox, outbox.waiting.peek())) {
                outbox.waiting.poll();
                waitingSends--;
            }
        }
        return waitingSends < before;
    }

    private void adoptNewRings() {
        for (int source = 0; source < adopted.length; source++) {
            Ring ring = world.ring(source, rank);
            if (ring != null && !adopted[source]) {
                adopted[source] = true;
                inboxes[inboxCount++] = new Ring.Reader(ring, source);
            }
        }
    }

    /** Takes at most a ring full of messages at a time, so that one busy sender does not starve the others. */
    private void drain(Ring.Reader reader, Matching<ProtocolRequest> matching) {
        int messages = 0;
        do {
            accept(reader, matching);
            reader.free();
            messages++;
        } while (messages < Ring.SLOTS && reader.hasMessage());
    }

    private void accept(Ring.Reader reader, Matching<ProtocolRequest> matching) {
        ProtocolRequest send = reader.send();
        if (send == null) {
            matching.deliverShort(reader.context(), reader.source(), reader.tag(), reader.memory(), reader.offset(), reader.bytes());
            return;
        }
        ProtocolRequest receive = matching.matchLong(reader.context(), reader.source(), reader.tag(), reader.bytes(), send);
        if (receive != null) {
            fetch(send, reader.source(), receive);
        }
    }
}
