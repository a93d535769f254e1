package hplhetero.comm.protocol.remote.engine;

import hplhetero.comm.protocol.ByteTransfer;
import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.Commands;
import hplhetero.comm.protocol.remote.Completions;
import hplhetero.comm.protocol.remote.KeyValueStore;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.RingPool;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.protocol.remote.connect.ConnectionStep;
import hplhetero.comm.protocol.remote.connect.Connector;
import hplhetero.comm.protocol.remote.rendezvous.LongReceive;
import hplhetero.comm.protocol.remote.rendezvous.LongReceivePool;
import hplhetero.comm.protocol.remote.rendezvous.LongReceives;
import hplhetero.comm.protocol.remote.rendezvous.LongSends;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The engine that carries the messages of one rank by commands that any network has. Short messages go through the receiver's ring (eager).
 * A long message is announced in that ring; once its receive is known, its data are put or fetched into the receive's buffer (rendezvous).
 * Owner: the rank's thread.
 */
public final class RemoteTransfer implements ByteTransfer<LongReceive> {
    private final int rank;
    private final Translator translator;
    private final Completions completions = this::completed;
    private final RingPool rings;
    private final Connector connector;
    private final LongSends longSends;
    private final LongReceives longReceives;
    private final Outbox outbox;
    private final Inbox inbox;
    private final OwnMessages ownMessages;

    /**
     * Makes the engine of one rank, and brings it together with the engines of the other ranks ({@link Connector#reachAll}). Collective.
     *
     * @param rank       this rank's number in the world
     * @param size       the number of ranks in the world
     * @param limits     the memory for messages, alike on all ranks
     * @param translator gives the commands to the network
     * @param store      brings the ranks' addresses together
     * @param trace      hears of each step of each connection, with the peer's rank
     */
    public RemoteTransfer(int rank, int size, RemoteLimits limits, Translator translator, KeyValueStore store,
            BiConsumer<Integer, ConnectionStep> trace) {
        Area area = new Area(size, limits, translator);
        LongReceivePool pool = new LongReceivePool();
        this.rank = rank;
        this.translator = translator;
        this.rings = new RingPool(area, limits, size - 1);
        this.connector = new Connector(rank, size, area, translator, limits, rings, trace);
        this.longSends = new LongSends(rank, size, area, translator, limits);
        this.longReceives = new LongReceives(rank, area, translator, limits, pool, this::answer);
        this.outbox = new Outbox(rank, size, limits, translator, connector, longSends, longReceives);
        this.inbox = new Inbox(rank, area, translator, rings, longSends, longReceives);
        this.ownMessages = new OwnMessages(limits.eagerBytes(), pool);
        connector.reachAll(store);
    }

    /** Has the sender of a long message told where to put it, or that it was fetched. */
    private void answer(LongReceive message) {
        outbox.answer(message);
    }

    @Override
    public void send(ProtocolRequest send) {
        if (send.worldPeer() == rank) {
            ownMessages.send(send);
        } else {
            outbox.send(send);
        }
    }

    @Override
    public boolean poll(Matching<LongReceive> matching) {
        boolean moved = translator.poll(completions);
        moved |= connector.poll();
        moved |= inbox.drain(matching);
        moved |= outbox.flush();
        moved |= longReceives.poll();
        moved |= moveSegments(matching);
        moved |= ownMessages.deliver(matching);
        return moved;
    }

    /**
     * Moves segments of long messages for as long as any can go, because a rank that computes polls seldom. Stops when a message has come,
     * because the rank may be waiting for it.
     */
    private boolean moveSegments(Matching<LongReceive> matching) {
        boolean moved = false;
        while (longSends.putSegment() | longReceives.fetchSegment()) {
            moved = true;
            translator.poll(completions);
            if (inbox.drain(matching)) {
                break;
            }
        }
        return moved;
    }

    @Override
    public void fetch(LongReceive message, int source, ProtocolRequest receive) {
        if (source == rank) {
            ownMessages.fetch(message, receive);
        } else {
            longReceives.matched(message, receive);
        }
    }

    /** Hands the completion of a command to the part that has given the command. */
    private void completed(long command, long value) {
        int index = Commands.index(command);
        switch (Commands.kind(command)) {
            case Commands.LOCK -> connector.lockTried(index, value);
            case Commands.TICKET -> connector.connection(index).out().drawn(value);
            case Commands.TAKEN -> connector.connection(index).out().taken(value);
            case Commands.STAGED -> outbox.written(index);
            case Commands.FETCHED -> longReceives.segmentCame(index);
            case Commands.SEGMENT -> longSends.segmentDone(index);
            default -> { }
        }
    }

    @Override
    public Stream<String> waits() {
        return Stream.of(connector.waits(), longReceives.waits(), longSends.waits(),
                Stream.of(translator.waits()).filter(text -> !text.isEmpty())).flatMap(texts -> texts);
    }

    /**
     * Closes this rank's access to the network, which gives back the memory that other ranks write to. Called when no rank sends any more.
     */
    public void close() {
        translator.close();
    }

    /** Returns the number of receive rings that were given to peers; peers cause no other use of memory. */
    int ringsTaken() {
        return rings.size();
    }
}
