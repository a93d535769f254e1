package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Another rank's end of its failure detector to rank 0. Owner: the loop's thread. */
final class HeartbeatClient extends HeartbeatLoop {
    /** So many ranks speak for themselves when rank 0 cannot. */
    private static final int SPEAKERS = 3;

    /** A connection to rank 0, or null and what was tried. */
    record Connection(SocketChannel channel, String failure) {
    }

    private final int rank;
    private final String host;
    private final String hubHost;
    private final Activity activity;
    private final FrameChannel line;
    private long beatAt;
    private long heard;
    private String hubDoing = MemberConnection.STARTING;
    private boolean finished;
    private long leaveAt = Long.MAX_VALUE;

    HeartbeatClient(int rank, String host, String hubHost, SocketChannel connected, Activity activity, HeartbeatTiming timing,
            RunOutcome outcome)
            throws IOException {
        super(timing, outcome);
        this.rank = rank;
        this.host = host;
        this.hubHost = hubHost;
        this.activity = activity;
        this.line = new FrameChannel(connected, selector, null);
        this.heard = System.nanoTime();
        this.beatAt = heard;
    }

    /** Tries rank 0's addresses one after another. */
    static Connection connect(BootstrapAddress bootstrapAddress, int rank, String host, HeartbeatTiming timing) {
        List<String> tried = new ArrayList<>();
        for (InetAddress address : bootstrapAddress.tries(host)) {
            try {
                return new Connection(connect(address, bootstrapAddress, rank, host, timing), "");
            } catch (IOException | IllegalArgumentException e) {
                tried.add(address.getHostAddress() + " port " + bootstrapAddress.port() + ": " + e.getMessage());
            }
        }
        return new Connection(null, tried.isEmpty() ? "rank 0 has no address" : String.join("; ", tried));
    }

    private static SocketChannel connect(InetAddress address, BootstrapAddress bootstrapAddress, int rank, String host,
            HeartbeatTiming timing)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            int millis = Math.toIntExact(timing.connect().toMillis());
            channel.socket().connect(new InetSocketAddress(address, bootstrapAddress.port()), millis);
            channel.socket().setTcpNoDelay(true);
            channel.socket().setSoTimeout(millis);
            channel.write(new Frame(Frame.Kind.JOIN, rank, bootstrapAddress.token() + '\n' + host).encoded());
            Frame answer = blockingRead(channel.socket().getInputStream());
            if (answer.kind() != Frame.Kind.WELCOME || !answer.text().equals(bootstrapAddress.token())) {
                throw new IOException("not rank 0 of this run");
            }
            return channel;
        } catch (IOException | IllegalArgumentException e) {
            channel.close();
            throw e;
        }
    }

    private static Frame blockingRead(InputStream in) throws IOException {
        int length = blockingRead(in, Frame.LENGTH_BYTES).getInt();
        if (length < Frame.HEAD_BYTES || length > Frame.HEAD_BYTES + Frame.MAX_TEXT_BYTES) {
            throw new IOException("not rank 0 of this run");
        }
        return Frame.decoded(blockingRead(in, length));
    }

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
            line.flush();
        }
        if (key.isReadable() && !line.read(this::received)) {
            lost();
        }
    }

    private void received(Frame frame) {
        heard = System.nanoTime();
        switch (frame.kind()) {
            case HEARD -> hubDoing = frame.text();
            case TELL -> line.send(new Frame(Frame.Kind.ANSWER, 0, activity.ask(timing.asking().toNanos())));
            case END -> outcome.decide(AbortCause.of(frame), true);
            case GOODBYE -> finished = true;
            default -> throw new IllegalArgumentException("rank 0 sent " + frame.kind());
        }
    }

    private void lost() {
        line.close();
        if (!finished && leaveAt == Long.MAX_VALUE) {
            outcome.decide(AbortCause.died(0, hubHost, hubDoing), isQuiet());
        }
        finished = true;
    }

    /** Nobody else says that rank 0 is gone; thousands need not. */
    private boolean isQuiet() {
        return rank > SPEAKERS;
    }

    @Override
    void paused(long nanos) {
        heard += nanos;
    }

    @Override
    long due() {
        long next = finished ? Long.MAX_VALUE : Math.min(beatAt, heard + timing.silence().toNanos());
        return Math.min(next, leaveAt);
    }

    @Override
    void tick(long now) {
        if (!finished && now >= beatAt) {
            line.send(new Frame(Frame.Kind.BEAT, activity.ticks(), activity.text()));
            beatAt = now + timing.beat().toNanos();
        }
        if (!finished && now - heard >= timing.silence().toNanos()) {
            finished = true;
            outcome.decide(AbortCause.silent(0, hubHost, hubDoing, timing.silence()), isQuiet());
        }
        if (leaveAt != Long.MAX_VALUE && (finished || now >= leaveAt)) {
            stop();
        }
    }

    @Override
    void tell(Frame.Kind kind, String reason, Throwable cause) {
        if (finished) {
            outcome.decide(kind == Frame.Kind.FAILED ? AbortCause.failed(rank, host, reason, cause)
                    : AbortCause.ending(rank, host, reason), false);
        } else {
            line.send(new Frame(kind, 0, reason));
        }
    }

    @Override
    void leave() {
        if (outcome.isDecided()) {
            stop();
        } else if (!finished) {
            line.send(Frame.of(Frame.Kind.GOODBYE));
        }
        leaveAt = System.nanoTime() + timing.silence().toNanos();
    }
}
