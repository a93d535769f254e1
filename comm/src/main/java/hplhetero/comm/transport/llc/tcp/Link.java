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
 * One TCP connection between two ranks. The rank that made it sends its commands there, the other rank its answers. Bytes to be written
 * stay where they lie until the system takes them. So a connection has no buffers of its own, except for heads of frames and its greeting.
 * Owner: the rank's thread.
 */
final class Link {
    /** The receiver of the frames that have come over a connection. */
    interface Receiver {
        /** Takes the head of a frame that has come over {@code link}. A put without bytes is complete with its head. */
        void accept(Link link, WireFrame frame);

        /**
         * Takes bytes of a put, which follow the put's head and come in one or more parts. They are the last of the put when
         * {@code from + bytes} is the number of bytes in the frame.
         *
         * @param memory memory that holds the bytes
         * @param at     where the bytes begin in that memory
         * @param from   how many bytes of the put came before
         */
        void accept(WireFrame frame, MemorySegment memory, long at, long from, long bytes);

        /** Notes that a frame was handed to the system. */
        void written(WireFrame frame);
    }

    /** Number of times at most that a connection is read in one poll. */
    private static final int READS_A_POLL = 4;
    /** Bytes that are always prepared for one write, as far as there are so many. */
    private static final long FEWEST_BYTES = 16 << 10;

    private final SocketChannel channel;
    /** The channel that frames go over: the connection's channel itself, or its protected form. */
    private ByteChannel carrier;
    private String peerName;
    private final Receiver receiver;
    private final MemorySegment readScratch;
    private final ByteBuffer readBuffer;
    private final MemorySegment writeScratch;
    private final ByteBuffer writeBuffer;
    /** The head that is coming in; its first {@link #headBytes} bytes are there. */
    private final MemorySegment head = Arena.ofAuto().allocate(WireFrame.HEAD_BYTES, Long.BYTES);
    /** The head that is being copied for a write. */
    private final MemorySegment outHead = Arena.ofAuto().allocate(WireFrame.HEAD_BYTES, Long.BYTES);
    /** The greeting to be sent or received; its position tells how much of it has gone, or come. */
    private final ByteBuffer greeting = ByteBuffer.allocate(Greeting.BYTES);
    /** The frame that is coming in, whose head has come. */
    private final WireFrame incoming = new WireFrame();
    /** Frames to be written, a ring: the first {@link #count} from index {@link #first} on, and around. */
    private WireFrame[] frames = new WireFrame[32];
    /** Bytes that the system is likely to take in one write. Bytes beyond those that it takes must be copied again. */
    private long likely = FEWEST_BYTES;
    private int first;
    private int count;
    /** Bytes of the next head that have come. */
    private int headBytes;
    /** Bytes of the put that is coming in that have not come. */
    private long payloadBytes;
    private boolean connected;
    /** Whether a greeting of this rank has not been written completely. */
    private boolean greets;
    /** Time when the connection was made, as of {@link System#nanoTime}. */
    private final long since = System.nanoTime();
    /** Number of answers that are to come over this connection. */
    int awaited;

    /**
     * Wraps a connection that has been made or is being made. The scratch memories are the rank's, shared by all its connections. There are
     * two, because commands are given while what came is read.
     *
     * @param peerName  name of the other end, for messages
     * @param connected whether the connection has been made
     */
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

    /** Returns the time when the connection was made, as of {@link System#nanoTime}. */
    long since() {
        return since;
    }

    /**
     * Reads the greeting from the other end.
     *
     * @return null: not all of the greeting has come
     */
    Greeting greeting() throws IOException {
        if (channel.read(greeting) < 0) {
            throw new IOException("closed");
        }
        return greeting.hasRemaining() ? null : Greeting.decoded(greeting.flip());
    }

    /** Notes that the other end has proved to be rank {@code rank} of the job. */
    void isOf(int rank) {
        peerName = "rank " + rank + " at " + peerName;
    }

    /** Has this rank's greeting written before everything else. */
    void greet(Greeting own) {
        greeting.put(own.encoded()).flip();
        greets = true;
    }

    /** Has everything but the greeting protected from now on. */
    void protect(RecordCipher sealing, RecordCipher opening) {
        carrier = new SealedChannel(channel, sealing, opening);
    }

    /** Returns a frame to fill in, which is the last one to be written. */
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

    /**
     * Hands over to the system as much as it takes.
     *
     * @return whether the system took anything
     */
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

    /**
     * Takes in what has come over this connection.
     *
     * @return whether anything had come
     */
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
            // the other end learns of the loss all the same
        }
    }
}
