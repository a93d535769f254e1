package hplhetero.comm.protocol;

import hplhetero.comm.Activity;
import hplhetero.comm.liveness.RunState;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Begins all messages of one rank, in all of its communicators, and moves them on when one of its requests is polled. Owner: the thread
 * that makes this object, which is the rank's.
 *
 * @param <L> the transport's handle of a long message
 */
public final class ProgressEngine<L> {
    /** The greatest number of messages that are named when somebody asks what the rank waits for. */
    private static final int MOST_NAMED = 4;

    private final RankIdentity identity;
    private final RunState state;
    private final ByteTransfer<L> transfer;
    private final BackOff backOff;
    private final Matching<L> matching;
    private final RequestPool pool = new RequestPool(this);
    private final int rank;
    private final Activity activity;
    /** The rank's thread, the only one that may send, receive or poll. */
    private final Thread owner = Thread.currentThread();
    /** The first number that no communicator of this rank has. */
    private int nextContext;

    /**
     * Makes the engine of one rank; called in the rank's thread.
     *
     * @param identity who the rank is
     * @param state    whether the run goes on
     * @param transfer what carries the rank's messages
     * @param backOff  what the rank does after a poll that found nothing
     */
    public ProgressEngine(RankIdentity identity, RunState state, ByteTransfer<L> transfer, BackOff backOff) {
        this.identity = identity;
        this.state = state;
        this.transfer = transfer;
        this.backOff = backOff;
        this.matching = new Matching<>(identity, state);
        this.rank = identity.rank();
        this.activity = identity.activity();
    }

    /** Returns who the rank of this engine is. */
    RankIdentity identity() {
        return identity;
    }

    /** Returns the number of this engine's rank in the world. */
    int rank() {
        return rank;
    }

    /** Returns the object that tells what the rank is doing at the moment. */
    Activity activity() {
        return activity;
    }

    /** Makes all ranks of this process that wait leave their cores to others from now on. */
    void shareCores() {
        backOff.shareCores();
    }

    /** Throws a {@link hplhetero.comm.CommException} when the run has ended. */
    void requireAlive() {
        state.requireAlive();
    }

    /** Ends the run, unless it has ended already. */
    void fail(String reason, Throwable cause) {
        state.fail(rank, identity.hostName(), reason, cause);
    }

    /** Returns the least number above those of all communicators that this rank has made; communicators are told apart by such numbers. */
    int nextContext() {
        return nextContext;
    }

    /**
     * Notes that all communicator numbers below {@code number} may be in use, so that {@link #nextContext} returns none of them.
     *
     * @param number above the numbers of all communicators made so far
     */
    void contextsUsedUpTo(int number) {
        nextContext = Math.max(nextContext, number);
    }

    /** Begins a send; {@code destination} is the receiver's rank in the world. */
    ProtocolRequest send(ProtocolCommunicator communicator, MemorySegment buffer, int destination, int tag) {
        MessageRules.requireOwner(rank, owner);
        ProtocolRequest send = pool.take();
        send.begin(ProtocolRequest.Kind.SEND, communicator, buffer, destination, tag);
        transfer.send(send);
        return send;
    }

    /** Begins a receive; {@code source} is the sender's rank in the world, or {@link hplhetero.comm.Communicator#ANY_SOURCE}. */
    ProtocolRequest receive(ProtocolCommunicator communicator, MemorySegment buffer, int source, int tag) {
        MessageRules.requireOwner(rank, owner);
        ProtocolRequest receive = pool.take();
        receive.begin(ProtocolRequest.Kind.RECEIVE, communicator, buffer, source, tag);
        if (matching.post(receive, transfer)) {
            activity.advanced();
        }
        return receive;
    }

    /** Moves all messages of this rank on as far as they go without waiting for others. */
    void progress() {
        MessageRules.requireOwner(rank, owner);
        if (transfer.poll(matching)) {
            activity.advanced();
            backOff.advanced();
        } else {
            backOff.idle();
        }
    }

    /** Takes a released request back, for another message. */
    void recycle(ProtocolRequest request) {
        pool.give(request);
    }

    /** Returns what the rank waits for, for people: first the request that it polls, then other receives, then what is under way. */
    String waits(ProtocolRequest polled) {
        String first = polled.waits();
        return Stream.of(Stream.of(first), matching.posted().filter(receive -> receive != polled).map(ProtocolRequest::waits),
                        transfer.waits().filter(text -> !text.equals(first)))
                .flatMap(texts -> texts).limit(MOST_NAMED).collect(Collectors.joining(", "));
    }
}
