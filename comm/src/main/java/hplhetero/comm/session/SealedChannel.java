package hplhetero.comm.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * A connection that never waits, whose bytes go as sealed records. A record is the length of what follows (int, big-endian), then sealed
 * bytes. Bytes that were taken and sealed stay here until the system takes them. Owner: one thread.
 */
public final class SealedChannel implements ByteChannel {
    /** The greatest number of bytes in a record, before they are sealed. */
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_SEALED_BYTES = MOST_BYTES + RecordCipher.TAG_BYTES;

    private final ByteChannel channel;
    private final RecordCipher sealing;
    private final RecordCipher opening;
    /** The sealed record that the system has not taken completely. */
    private final ByteBuffer pending = ByteBuffer.allocateDirect(Integer.BYTES + MOST_SEALED_BYTES).limit(0);
    /** The bytes that have come and were not opened yet. */
    private final ByteBuffer came = ByteBuffer.allocateDirect(Integer.BYTES + MOST_SEALED_BYTES);
    /** The bytes of the latest record that were opened and not read yet. */
    private final ByteBuffer plain = ByteBuffer.allocateDirect(MOST_BYTES).limit(0);

    /**
     * Protects all further bytes of a connection.
     *
     * @param channel a connection that never waits
     * @param sealing seals what is written
     * @param opening opens what is read
     */
    public SealedChannel(ByteChannel channel, RecordCipher sealing, RecordCipher opening) {
        this.channel = channel;
        this.sealing = sealing;
        this.opening = opening;
    }

    /** Returns whether bytes that {@link #write} has taken still wait for the system to take them. */
    public boolean hasPending() {
        return pending.hasRemaining();
    }

    /**
     * Hands encrypted bytes that {@link #write} has taken to the system, as far as the system takes them now, without waiting.
     *
     * @return whether no bytes are left
     */
    public boolean flush() throws IOException {
        if (pending.hasRemaining()) {
            channel.write(pending);
        }
        return !pending.hasRemaining();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int taken = 0;
        while (source.hasRemaining() && flush()) {
            int bytes = Math.min(source.remaining(), MOST_BYTES);
            pending.clear().putInt(bytes + RecordCipher.TAG_BYTES);
            sealing.next(source.slice(source.position(), bytes), pending);
            pending.flip();
            source.position(source.position() + bytes);
            taken += bytes;
        }
        flush();
        return taken;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int given = 0;
        while (target.hasRemaining()) {
            if (!plain.hasRemaining() && !open()) {
                int bytes = channel.read(came);
                if (bytes <= 0) {
                    return given > 0 ? given : bytes;
                }
            } else {
                int bytes = Math.min(plain.remaining(), target.remaining());
                target.put(plain.slice(plain.position(), bytes));
                plain.position(plain.position() + bytes);
                given += bytes;
            }
        }
        return given;
    }

    /**
     * Opens the next record.
     *
     * @return false when the record has not come completely
     */
    private boolean open() throws IOException {
        if (came.position() < Integer.BYTES) {
            return false;
        }
        int length = came.getInt(0);
        if (length <= RecordCipher.TAG_BYTES || length > MOST_SEALED_BYTES) {
            throw new IOException("length=" + length + " of a record: not from a rank of this job");
        }
        if (came.position() < Integer.BYTES + length) {
            return false;
        }
        came.flip().position(Integer.BYTES);
        opening.next(came.slice(Integer.BYTES, length), plain.clear());
        plain.flip();
        came.position(Integer.BYTES + length).compact();
        return true;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
