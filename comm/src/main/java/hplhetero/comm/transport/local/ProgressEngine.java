package hplhetero.comm.transport.local;

import hplhetero.comm.Activity;
import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.transport.MessageRules;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The progress engine of one rank, shared by all of its communicators. Owner: the rank's thread. */
final class ProgressEngine {

    /** In a crowded world: polls without progress before the rank yields its core after each, and before it sleeps. */
    private static final int IDLE_POLLS_BEFORE_YIELD = 8;
    private static final int IDLE_POLLS_BEFORE_SLEEP = 24;
    /** Who sends wakes the sleeper; what may come without a waking (the run's end, room in a ring) waits so long. */
    private static final long SLEEP_NANOS = 1_000_000;
    private static final long SLEEP_NANOS_WITH_SENDS = 50_000;
    /** A rank that has not polled for so long has computed meanwhile: it looks in, it does not wait. */
    private static final long LOOKING_IN_NANOS = 100_000;
    /** So many messages are named when somebody asks what the rank waits for. */
    private static final int MOST_NAMED = 4;

    /** What goes to one rank: its ring and, in order, the sends that found the ring full. */
    private static final class Outbox {
        private final Ring.Writer writer;
        private final ArrayDeque<LocalRequest> waiting = new ArrayDeque<>();

        Outbox(Ring.Writer writer) {
            this.writer = writer;
        }
    }

    private final LocalWorld world;
    private final int rank;
    private final Activity activity;
    private final Thread owner = Thread.currentThread();
    private final Outbox[] outboxes;
    private final Ring.Reader[] inboxes;
    private final PostedReceives posted = new PostedReceives();
    private final UnexpectedMessages unexpected;
    private final boolean[] adopted;
    private int inboxCount;
    private int waitingSends;
    private int idlePolls;
    private long lastIdle;
    private LocalRequest[] spare = new LocalRequest[16];
    private int spares;

    ProgressEngine(LocalWorld world, int rank) {
        this.world = world;
        this.rank = rank;
        this.activity = world.activity(rank);
        this.outboxes = new Outbox[world.size()];
        this.inboxes = new Ring.Reader[world.size()];
        this.adopted = new boolean[world.size()];
        this.unexpected = new UnexpectedMessages(world.arena());
    }

    LocalWorld world() {
        return world;
    }

    int rank() {
        return rank;
    }

    Activity activity() {
        return activity;
    }

    void requireAlive() {
        world.requireAlive();
    }

    LocalRequest send(LocalCommunicator communicator, MemorySegment buffer, int destination, int tag) {
        MessageRules.requireOwner(rank, owner);
        LocalRequest send = newRequest();
        send.begin(communicator, buffer, destination, tag);
        Outbox outbox = outbox(destination);
        if (!outbox.waiting.isEmpty() || !offer(outbox, send)) {
            outbox.waiting.add(send);
            waitingSends++;
        }
        return send;
    }

    LocalRequest receive(LocalCommunicator communicator, MemorySegment buffer, int source, int tag) {
        MessageRules.requireOwner(rank, owner);
        LocalRequest receive = newRequest();
        receive.begin(communicator, buffer, source, tag);
        UnexpectedMessages.Parcel parcel = unexpected.take(receive);
        if (parcel == null) {
            posted.add(receive);
        } else {
            deliver(parcel, receive);
        }
        return receive;
    }

    /**
     * Moves everything of this rank on as far as it goes without waiting. With more threads than cores, a rank
     * that finds nothing to do time after time lets others run, and at last sleeps until a message wakes it.
     */
    void progress() {
        MessageRules.requireOwner(rank, owner);
        if (moved()) {
            idlePolls = 0;
        } else if (idlePolls < IDLE_POLLS_BEFORE_YIELD) {
            idlePolls++;
        } else if (world.crowded()) {
            giveWay();
        }
    }

    private void giveWay() {
        if (System.nanoTime() - lastIdle > LOOKING_IN_NANOS) {
            idlePolls = 0;
        } else if (idlePolls < IDLE_POLLS_BEFORE_SLEEP) {
            idlePolls++;
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, waitingSends > 0 ? SLEEP_NANOS_WITH_SENDS : SLEEP_NANOS);
        }
        lastIdle = System.nanoTime();
    }

    private boolean moved() {
        boolean moved = false;
        if (waitingSends > 0) {
            flush();
        }
        if (world.ringsTo(rank) != inboxCount) {
            adoptNewRings();
        }
        for (int i = 0; i < inboxCount; i++) {
            moved |= drain(inboxes[i]);
        }
        return moved;
    }

    /** What the rank waits for: first the request it polls, then other receives; ranks are the world's. */
    String waits(LocalRequest polled) {
        return Stream.concat(Stream.of(polled), posted.stream().filter(r -> r != polled)).limit(MOST_NAMED)
                .map(this::words).collect(Collectors.joining(", "));
    }

    private String words(LocalRequest request) {
        return posted.contains(request) ? WaitDescription.receive(request.bytes(), request.worldPeer(), request.tag())
                : WaitDescription.send(request.bytes(), request.worldPeer(), request.tag());
    }

    void recycle(LocalRequest request) {
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = request;
    }

    private LocalRequest newRequest() {
        return spares > 0 ? spare[--spares] : new LocalRequest(this);
    }

    private Outbox outbox(int destination) {
        if (outboxes[destination] == null) {
            outboxes[destination] = new Outbox(new Ring.Writer(world.openRing(rank, destination)));
        }
        return outboxes[destination];
    }

    private boolean offer(Outbox outbox, LocalRequest send) {
        if (!outbox.writer.offer(send, send.context(), send.tag())) {
            return false;
        }
        if (send.bytes() <= Ring.EAGER_BYTES) {
            send.finishSend();
            activity.advanced();
        }
        world.wake(send.worldPeer());
        return true;
    }

    private void flush() {
        for (Outbox outbox : outboxes) {
            while (outbox != null && !outbox.waiting.isEmpty() && offer(outbox, outbox.waiting.peek())) {
                outbox.waiting.poll();
                waitingSends--;
            }
        }
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

    /** At most a ring full at a time, so that one busy sender does not starve the others. */
    private boolean drain(Ring.Reader reader) {
        int messages = 0;
        while (messages < Ring.SLOTS && reader.hasMessage()) {
            accept(reader);
            reader.free();
            messages++;
        }
        return messages > 0;
    }

    private void accept(Ring.Reader reader) {
        LocalRequest receive = posted.take(reader.context(), reader.source(), reader.tag());
        if (receive == null) {
            unexpected.add(reader);
        } else {
            deliver(reader, receive);
        }
    }

    private void deliver(Ring.Reader reader, LocalRequest receive) {
        requireRoom(receive, reader.source(), reader.bytes());
        if (reader.send() == null) {
            reader.copyTo(receive.buffer());
        } else {
            rendezvous(reader.send(), reader.source(), receive);
        }
        receive.finishReceive(reader.source(), reader.bytes());
        activity.advanced();
    }

    private void deliver(UnexpectedMessages.Parcel parcel, LocalRequest receive) {
        requireRoom(receive, parcel.source(), parcel.bytes());
        if (parcel.send() == null) {
            MemorySegment.copy(parcel.copy(), 0, receive.buffer(), 0, parcel.bytes());
        } else {
            rendezvous(parcel.send(), parcel.source(), receive);
        }
        receive.finishReceive(parcel.source(), parcel.bytes());
        activity.advanced();
        unexpected.recycle(parcel);
    }

    private void rendezvous(LocalRequest send, int source, LocalRequest receive) {
        MemorySegment from = send.buffer();
        try {
            MemorySegment.copy(from, 0, receive.buffer(), 0, send.bytes());
        } catch (IllegalStateException freed) {
            throw from.scope().isAlive() ? freed : world.senderGone(rank, source);
        }
        send.finishSend();
        world.wake(source);
    }

    private void requireRoom(LocalRequest receive, int source, long bytes) {
        if (bytes > receive.bytes()) {
            throw world.fail(rank, "a message of bytes=" + bytes + " from world rank " + source + " (tag=" + receive.tag()
                    + ") is longer than the receive buffer of bytes=" + receive.bytes()
                    + ": give both sides the same size", null);
        }
    }
}
