package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.session.JobToken;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The end of a connection to rank 0 at another rank. Owner: the thread of this loop. */
final class HeartbeatClient extends HeartbeatLoop {
    /** The number of ranks, from rank 1 on, that report that rank 0 is lost. */
    private static final int MOST_REPORTING_RANKS = 3;

    /**
     * A connection to rank 0, or the reason why there is none.
     *
     * @param channel the connection; null: there is none
     * @param cipher  seals and opens its frames; null: there is no connection
     * @param failure the addresses that were tried in vain, and why; empty where the connection was made
     */
    record Connection(SocketChannel channel, FrameCipher cipher, String failure) {
        /** Returns whether there is a connection. */
        boolean isMade() {
            return channel != null;
        }
    }

    private final int rank;
    private final String host;
    /** The name of rank 0's host. */
    private final String serverHost;
    private final Activity activity;
    private final FrameChannel channel;
    /** The time of the next heartbeat, by {@link System#nanoTime}. */
    private long nextHeartbeatAt;
    /** The time at which rank 0 was last heard of, by {@link System#nanoTime}. */
    private long lastHeard;
    /**
     * The time after which rank 0 counts as lost when nothing is heard of it. This is one heartbeat longer than rank 0 waits for this rank:
     * of two ranks that do not hear each other, rank 0 is then the first to notice, and tells the others.
     */
    private Duration silence;
    /** What rank 0 was doing when it was last heard of. */
    private String serverActivity = MemberConnection.STARTING;
    /** Whether nothing more will come from rank 0. */
    private boolean finished;
    /**
     * The time at which this loop ends without rank 0's goodbye, by {@link System#nanoTime}; {@link Long#MAX_VALUE}: this rank does not
     * leave yet.
     */
    private long leaveAt = Long.MAX_VALUE;

    HeartbeatClient(int rank, String host, String serverHost, Connection connection, Activity activity, Duration silence,
            HeartbeatTiming timing, RunOutcome outcome) throws IOException {
        super(timing, outcome);
        this.rank = rank;
        this.host = host;
        this.serverHost = serverHost;
        this.activity = activity;
        this.silence = silence.plus(timing.interval());
        this.channel = new FrameChannel(connection.channel(), connection.cipher(), selector);
        this.lastHeard = System.nanoTime();
        this.nextHeartbeatAt = lastHeard;
    }

    /** Tries to connect to rank 0's addresses one after another. */
    static Connection connect(BootstrapAddress bootstrapAddress, int rank, String host, HeartbeatTiming timing) {
        List<String> tried = new ArrayList<>();
        for (InetSocketAddress port : bootstrapAddress.tries(host)) {
            try {
                return connect(port, bootstrapAddress.token(), new Frame(Frame.Kind.JOIN, rank, host), timing);
            } catch (IOException | IllegalArgumentException e) {
                tried.add(port.getAddress().getHostAddress() + " port " + port.getPort() + ": " + e.getMessage());
            }
        }
        return new Connection(null, null, tried.isEmpty() ? "rank 0 has no address" : String.join("; ", tried));
    }

    /** Connects to one address: exchanges nonces, joins, and waits for the welcome. */
    private static Connection connect(InetSocketAddress port, JobToken token, Frame join, HeartbeatTiming timing) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            int millis = Math.toIntExact(timing.connect().toMillis());
            channel.socket().connect(port, millis);
            channel.socket().setTcpNoDelay(true);
            channel.socket().setSoTimeout(millis);
            byte[] nonce = JobToken.nonce();
            channel.write(ByteBuffer.wrap(nonce));
            InputStream in = channel.socket().getInputStream();
            FrameCipher cipher = FrameCipher.ofClient(token, nonce, blockingRead(in, JobToken.NONCE_BYTES).array());
            channel.write(cipher.sealed(join));
            int length = blockingRead(in, FrameCipher.LENGTH_BYTES).getInt();
            FrameCipher.requireLength(length);
            if (cipher.opened(blockingRead(in, length)).kind() != Frame.Kind.WELCOME) {
                throw new IOException("not rank 0 of this run");
            }
            return new Connection(channel, cipher, "");
        } catch (IOException | IllegalArgumentException e) {
            channel.close();
            throw e;
        }
    }

    /** Reads exactly so many bytes. */
    private static ByteBuffer blockingRead(InputStream in, int bytes) throws IOException {
        byte[] read = in.readNBytes(bytes);
        if (read.length < bytes) {
            throw new EOFException("closed by the other end");
        }
        return ByteBuffer.wrap(read);
    }

    @Override
    void ready(SelectionKey key) {
        if (key.isWritable()) {
            channel.flush();
        }
        if (key.isReadable() && !channel.read(this::received)) {
            lost();
        }
    }

    /** Handles a frame of rank 0. */
    private void received(Frame frame) {
        lastHeard = System.nanoTime();
        switch (frame.kind()) {
            case HEARTBEAT_REPLY -> {
                serverActivity = frame.text();
                silence = Duration.ofMillis(frame.number()).plus(timing.interval());
            }
            case QUERY -> channel.send(new Frame(Frame.Kind.ANSWER, 0, activity.ask(timing.asking().toNanos())));
            case END -> outcome.decide(AbortCause.of(frame), true);
            case GOODBYE -> finished = true;
            default -> throw new IllegalArgumentException("rank 0 sent " + frame.kind());
        }
    }

    /** Closes the connection, and ends the run if this rank was not about to leave. */
    private void lost() {
        channel.close();
        if (!finished && leaveAt == Long.MAX_VALUE) {
            outcome.decide(AbortCause.died(0, serverHost, serverActivity), isQuiet());
        }
        finished = true;
    }

    /**
     * Returns whether this rank need not report that rank 0 is lost. Nobody else tells people of it, but not all of thousands of ranks need
     * to.
     */
    private boolean isQuiet() {
        return rank > MOST_REPORTING_RANKS;
    }

    @Override
    void paused(long nanos) {
        lastHeard += nanos;
    }

    @Override
    long due() {
        long next = finished ? Long.MAX_VALUE : Math.min(nextHeartbeatAt, lastHeard + silence.toNanos());
        return Math.min(next, leaveAt);
    }

    @Override
    void tick(long now) {
        if (!finished && now >= nextHeartbeatAt) {
            channel.send(new Frame(Frame.Kind.HEARTBEAT, activity.ticks(), activity.text()));
            nextHeartbeatAt = now + timing.interval().toNanos();
        }
        if (!finished && now - lastHeard >= silence.toNanos()) {
            finished = true;
            outcome.decide(AbortCause.silent(0, serverHost, serverActivity, silence), isQuiet());
        }
        if (leaveAt != Long.MAX_VALUE && (finished || now >= leaveAt)) {
            stop();
        }
    }

    @Override
    void announce(Frame.Kind kind, String reason, Throwable cause) {
        if (finished) {
            outcome.decide(kind == Frame.Kind.FAILED ? AbortCause.failed(rank, host, reason, cause)
                    : AbortCause.ending(rank, host, reason), false);
        } else {
            channel.send(new Frame(kind, 0, reason));
        }
    }

    @Override
    void leave() {
        if (outcome.isDecided()) {
            stop();
        } else if (!finished) {
            channel.send(Frame.of(Frame.Kind.GOODBYE));
        }
        leaveAt = System.nanoTime() + timing.goodbyes().toNanos();
    }
}
