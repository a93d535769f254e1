package hplhetero.comm.life;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import hplhetero.comm.Activity;
import hplhetero.comm.Await;
import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.TransportOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A connection beside the transport, from each rank's process to rank 0's, over which all learn within a second that the run
 * has ended and why, whatever the transport itself is able to say: for transports whose ranks are processes, one rank each.
 *
 * <p>How it is used, by the rank's thread but for {@link #failure}:
 * <pre>
 *   Lifeline lifeline = Lifeline.join(world, options);
 *   try {
 *       ... rankMain ...                         // each poll: lifeline.requireAlive()
 *   } catch (Throwable thrown) {
 *       throw lifeline.abort(thrown.toString(), thrown);
 *   } finally {
 *       lifeline.close();
 *   }
 * </pre>
 *
 * <p>What ends a run: a rank's connection closes without a goodbye, or is silent for 4 s; a rank calls {@link #abort}; a rank's
 * process is told to end by a signal; no rank advances for {@link TransportOptions#stallTimeout}. Rank 0 decides what was first
 * (a death before its consequences) and tells all. When rank 0 itself is lost, each rank finds that out alone.
 *
 * <p>A rank that does not poll for 0.7 s after that, because it computes or sits in a call of the transport that does not
 * return, is ended through {@link TransportOptions#lastWords}, called from the lifeline's thread. Who prints:
 * {@link CommException#isToldByRank0}.
 *
 * <p>The frames: {@link Frame}. Limits and costs: docs/decisions/0015.
 */
public final class Lifeline implements AutoCloseable {
    private static final int TAG = Communicator.FIRST_RESERVED_TAG - 1;
    private static final int INVITATION_BYTES = 8_192;
    private static final int JOINED_BYTES = 1_024;

    private final int rank;
    private final String host;
    private final Timing timing;
    private final Outcome outcome;
    /** Null: this rank could not connect. */
    private final Loop loop;
    private final List<String> notes;
    private final Thread hook = new Thread(this::processEnds, "lifeline-end");

    private Lifeline(int rank, String host, Timing timing, Outcome outcome, Loop loop, List<String> notes) {
        this.rank = rank;
        this.host = host;
        this.timing = timing;
        this.outcome = outcome;
        this.loop = loop;
        this.notes = List.copyOf(notes);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            processEnds();
        }
    }

    /**
     * Connects all ranks with rank 0 and begins to watch them. Collective over {@code world}, which has no other messages in
     * flight. A rank that cannot connect joins all the same: {@link #notes} on rank 0 names it, and it has only what the
     * transport itself notices.
     *
     * @param options of which the stall timeout (rank 0's counts) and the last words are used
     * @throws CommException when rank 0 can open no socket, on all ranks
     */
    public static Lifeline join(Communicator world, TransportOptions options) {
        return join(world, options, Timing.USUAL);
    }

    static Lifeline join(Communicator world, TransportOptions options, Timing timing) {
        Outcome outcome = new Outcome(timing, options.lastWords());
        return world.rank() == 0 ? lead(world, options, timing, outcome) : follow(world, timing, outcome);
    }

    private static Lifeline lead(Communicator world, TransportOptions options, Timing timing, Outcome outcome) {
        Hub hub;
        try {
            hub = new Hub(world.size(), world.hostName(), world.activity(), options.stallTimeout(), timing, outcome);
        } catch (IOException e) {
            broadcast(world, "");
            throw noSocket(world.hostName(), e);
        }
        hub.start();
        broadcast(world, hub.invitation().encoded());
        List<Hub.Joined> joined = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        gather(world, "").forEach(text -> entered(text, joined, notes));
        hub.post(() -> hub.arm(joined));
        return new Lifeline(0, world.hostName(), timing, outcome, hub, notes);
    }

    private static void entered(String text, List<Hub.Joined> joined, List<String> notes) {
        String host = text.substring(0, text.indexOf('\n'));
        String tried = text.substring(text.indexOf('\n') + 1);
        if (!tried.isEmpty()) {
            notes.add("rank " + joined.size() + " on " + host + " cannot connect to rank 0 beside the transport (" + tried
                    + "), so its death may go unnoticed: allow TCP between the hosts");
        }
        joined.add(new Hub.Joined(host, tried.isEmpty()));
    }

    private static Lifeline follow(Communicator world, Timing timing, Outcome outcome) {
        String text = broadcast(world, "");
        if (text.isEmpty()) {
            throw CommException.toldByRank0("rank 0 cannot open a socket");
        }
        Invitation invitation = Invitation.decoded(text);
        Spoke.Connection connection = Spoke.connect(invitation, world.rank(), world.hostName(), timing);
        Loop loop = spoke(invitation, connection, world.rank(), world.hostName(), world.activity(), timing, outcome);
        gather(world, connection.tried());
        return new Lifeline(world.rank(), world.hostName(), timing, outcome, loop, List.of());
    }

    private static Loop spoke(Invitation invitation, Spoke.Connection connection, int rank, String host, Activity activity,
                              Timing timing, Outcome outcome) {
        if (connection.channel() == null) {
            return null;
        }
        try {
            Spoke spoke = new Spoke(rank, host, invitation, connection.channel(), activity, timing, outcome);
            spoke.start();
            return spoke;
        } catch (IOException e) {
            throw noSocket(host, e);
        }
    }

    private static CommException noSocket(String host, IOException cause) {
        return new CommException("no socket for the lifelines on " + host + ": " + cause.getMessage(), cause);
    }

    private static String broadcast(Communicator world, String text) {
        MemorySegment buffer = Arena.ofAuto().allocate(INVITATION_BYTES, Long.BYTES);
        buffer.setString(0, text);
        Collectives.Broadcast broadcast = Collectives.of(world).broadcast(BroadcastAlgorithm.TWO_RING, TAG);
        broadcast.start(buffer, 0);
        Await.done(broadcast);
        return buffer.getString(0);
    }

    /** Brings all ranks' hosts, a newline and {@code text} to rank 0; elsewhere gives nothing. */
    private static List<String> gather(Communicator world, String text) {
        MemorySegment own = Arena.ofAuto().allocate(JOINED_BYTES, Long.BYTES);
        byte[] bytes = (world.hostName() + '\n' + text).getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(bytes, 0, own, JAVA_BYTE, 0, Math.min(bytes.length, JOINED_BYTES - 1));
        MemorySegment all = world.rank() == 0 ? Arena.ofAuto().allocate((long) world.size() * JOINED_BYTES, Long.BYTES) : null;
        Collectives.Gather gather = Collectives.of(world).gather(TAG);
        gather.start(own, all, 0);
        Await.done(gather);
        List<String> texts = new ArrayList<>();
        for (int rank = 0; all != null && rank < world.size(); rank++) {
            texts.add(all.getString((long) rank * JOINED_BYTES));
        }
        return texts;
    }

    /**
     * Goes on when the run does; for polls: one volatile read.
     *
     * @throws CommException when the run has ended
     */
    public void requireAlive() {
        outcome.requireAlive();
    }

    /** Why the run has ended, if it has. From any thread. */
    public Optional<String> failure() {
        return outcome.text();
    }

    /** What people should know of ranks that could not connect; on rank 0. */
    public List<String> notes() {
        return notes;
    }

    /**
     * Ends the run for all ranks, unless it has ended already. Takes up to half a second, until rank 0 has said what was the
     * first cause. Not collective.
     *
     * @param reason to which rank and host are added
     * @return what to throw: tells of the first failure, which may be another rank's
     */
    public CommException abort(String reason, Throwable cause) {
        end(Frame.Kind.FAILED, reason, cause);
        outcome.decide(Verdict.failed(rank, host, reason, cause), false);
        outcome.notice();
        return outcome.exception();
    }

    private void end(Frame.Kind kind, String reason, Throwable cause) {
        if (loop != null && !outcome.isDecided()) {
            loop.post(() -> loop.tell(kind, reason, cause));
            outcome.awaitDecision(timing.settle().multipliedBy(5));
        }
    }

    /** The JVM ends before this rank has come to its end. */
    private void processEnds() {
        outcome.processEnds();
        end(Frame.Kind.ENDING, "its process ends, by a signal or an exit in the middle of the run", null);
        if (loop != null && outcome.speakAt() != Long.MAX_VALUE) {
            loop.wake();
            outcome.awaitLastWords(timing.farewell());
        }
    }

    /** Says goodbye: ranks may end at different times. Waits for the others for a second at most. Not collective. */
    @Override
    public void close() {
        outcome.close();
        if (loop != null) {
            loop.post(loop::leave);
            loop.join(timing.farewell().multipliedBy(2));
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the hook runs already, and finds nothing to do
        }
    }
}
