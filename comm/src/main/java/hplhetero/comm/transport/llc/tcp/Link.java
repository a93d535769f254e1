package hplhetero.comm.transport.llc.tcp;

import hplhetero.comm.CommException;
import hplhetero.comm.session.RecordCipher;
import hplhetero.comm.session.SealedChannel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

/**
 * One connection. The rank that made it sends its commands there, the other one its answers. What is to be written stays where it lies
 * until the system takes it, so that a connection has no buffers of its own but for a head that came in part. Owner: the rank's thread.
 */
final class Link {
    /** What frames that came are for. */
    interface Receiver {
        /** A head has come, and for a put without bytes all of it. */
        void accept(Link link, WireFrame frame);

        /** Bytes of a put have come; the last of them when {@code from + bytes} is the frame's length. */
        void accept(WireFrame frame, MemorySegment memory, long at, long from, long bytes);

        /** A frame was handed to the system. */
        void written(WireFrame frame);
    }

    private static final int READS_A_POLL = 4;
    private static final long FEWEST_BYTES = 16 << 10;

    private final SocketChannel channel;
    /** What frames go over: the channel itself, or its protected form. */
    private ByteChannel carrier;
    private String peerName;
    private final Receiver receiver;
    private final MemorySegment readScratch;
    private final ByteBuffer readBuffer;
    private final MemorySegment writeScratch;
    private final ByteBuffer writeBuffer;
    private final MemorySegment head = Arena.ofAuto().allocate(WireFrame.HEAD_BYTES, Long.BYTES);
    private final MemorySegment outHead = Arena.ofAuto().allocate(WireFrame.HEAD_BYTES, Long.BYTES);
    /** The greeting, of which the position tells how much has gone, or come. */
    private final ByteBuffer greeting = ByteBuffer.allocate(Greeting.BYTES);
    private final WireFrame incoming = new WireFrame();
    private WireFrame[] frames = new WireFrame[32];
    /** How much the system is likely to take: what it does not is copied again. */
    private long likely = FEWEST_BYTES;
    private int first;
    private int count;
    private int headBytes;
    private long payloadBytes;
    private boolean connected;
    private boolean greets;
    private final long since = System.nanoTime();
    /** Answers that are to come. */
    int awaited;

    /** The scratch memories are the rank's, shared by all its connections. Two: commands are given while what came is read. */
    Link(SocketChannel channel, String peerName, Receiver receiver, MemorySegment readScratch, MemorySegment writeScratch,
            boolean connected) {
        this.channel = channel;
        this.carrier = channel;
        this.peerName = peerName;
        this.receiver = receiver;
        this.readScratch = readScratch;
        this.readBuffer = readScratch.asByteBuffer();
        this.writeScratch = writeScratch;
        this.writeBuffer = writeScratch.asByteBuffer();
        this.connected = connected;
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new WireFrame();
        }
    }

    /** When the connection was made, as of {@link System#nanoTime}. */
    long since() {
        return since;
    }

    /** Reads the greeting of who is at the other end. @return null: not all of it has come */
    Greeting greeting() throws IOException {
        if (channel.read(greeting) < 0) {
            throw new IOException("closed");
        }
        return greeting.hasRemaining() ? null : Greeting.decoded(greeting.flip());
    }

    /** The other end has proved to be this rank. */
    void isOf(int rank) {
        peerName = "rank " + rank + " at " + peerName;
    }

    /** Shows who this rank is, before all else. */
    void greet(Greeting own) {
        greeting.put(own.encoded()).flip();
        greets = true;
    }

    /** From now on all but the greeting is protected. */
    void protect(RecordCipher sealing, RecordCipher opening) {
        carrier = new SealedChannel(channel, sealing, opening);
    }

    /** A frame to fill in, the last of what is to be written. */
    WireFrame add() {
        if (count == frames.length) {
            grow();
        }
        WireFrame frame = frames[(first + count++) % frames.length];
        frame.written = 0;
        frame.bytes = 0;
        frame.source = null;
        frame.silent = true;
        return frame;
    }

    private void grow() {
        WireFrame[] more = new WireFrame[2 * count];
        for (int i = 0; i < more.length; i++) {
            more[i] = i < count ? frames[(first + i) % count] : new WireFrame();
        }
        frames = more;
        first = 0;
    }

    boolean hasOutput() {
        return count > 0 || greets || carrier instanceof SealedChannel sealed && sealed.hasPending();
    }

    /** Hands over what the system takes. @return whether it took something */
    boolean flush() {
        try {
            if (!connected && !channel.finishConnect()) {
                return false;
            }
            connected = true;
            if (greets) {
                channel.write(greeting);
                greets = greeting.hasRemaining();
            }
            if (greets || carrier instanceof SealedChannel sealed && !sealed.flush()) {
                return false;
            }
            boolean moved = false;
            while (count > 0) {
                int filled = fill();
                int taken = carrier.write(writeBuffer.limit(filled).position(0));
                moved |= taken > 0;
                likely = Math.clamp(taken < filled ? taken : 2 * likely, FEWEST_BYTES, writeScratch.byteSize());
                took(taken);
                if (taken < filled) {
                    break;
                }
            }
            return moved;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private int fill() {
        writeBuffer.clear();
        long filled = 0;
        for (int i = 0; i < count && filled < likely - WireFrame.HEAD_BYTES; i++) {
            WireFrame frame = frames[(first + i) % frames.length];
            long skip = frame.written;
            if (skip < WireFrame.HEAD_BYTES) {
                frame.write(outHead, 0);
                MemorySegment.copy(outHead, skip, writeScratch, filled, WireFrame.HEAD_BYTES - skip);
                filled += WireFrame.HEAD_BYTES - skip;
                skip = WireFrame.HEAD_BYTES;
            }
            long from = skip - WireFrame.HEAD_BYTES;
            long bytes = Math.min(frame.bytes - from, likely - filled);
            if (bytes > 0) {
                MemorySegment.copy(frame.source, frame.sourceOffset + from, writeScratch, filled, bytes);
                filled += bytes;
            }
        }
        return (int) filled;
    }

    private void took(long bytes) {
        long left = bytes;
        while (count > 0 && left > 0) {
            WireFrame frame = frames[first];
            long part = Math.min(left, frame.length() - frame.written);
            frame.written += part;
            left -= part;
            if (frame.written == frame.length()) {
                first = (first + 1) % frames.length;
                count--;
                frame.source = null;
                receiver.written(frame);
            }
        }
    }

    /** Takes in what has come. @return whether something had */
    boolean read() {
        boolean moved = false;
        try {
            for (int i = 0; connected && i < READS_A_POLL; i++) {
                int bytes = carrier.read(readBuffer.clear());
                if (bytes < 0) {
                    throw new IOException("it was closed");
                }
                if (bytes == 0) {
                    break;
                }
                moved = true;
                parse(bytes);
                if (bytes < readScratch.byteSize()) {
                    break;
                }
            }
        } catch (IOException e) {
            throw lost(e);
        }
        return moved;
    }

    private void parse(long end) {
        long at = 0;
        while (at < end) {
            if (payloadBytes > 0) {
                long bytes = Math.min(payloadBytes, end - at);
                long from = incoming.bytes - payloadBytes;
                payloadBytes -= bytes;
                receiver.accept(incoming, readScratch, at, from, bytes);
                at += bytes;
            } else {
                long bytes = Math.min(WireFrame.HEAD_BYTES - headBytes, end - at);
                MemorySegment.copy(readScratch, at, head, headBytes, bytes);
                headBytes += (int) bytes;
                at += bytes;
                if (headBytes == WireFrame.HEAD_BYTES) {
                    headBytes = 0;
                    incoming.read(head);
                    payloadBytes = incoming.bytes;
                    receiver.accept(this, incoming);
                }
            }
        }
    }

    private CommException lost(IOException e) {
        return new CommException("the TCP connection with " + peerName + " is lost (" + e.getMessage() + ")", e);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // the other end learns of it all the same
        }
    }
}
