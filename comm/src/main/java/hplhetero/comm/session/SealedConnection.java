package hplhetero.comm.session;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * A connection between two processes of a job, over a socket that waits. First each end sends a nonce in the clear
 * ({@link JobToken#NONCE_BYTES}). Then records follow: the length of what follows (int, big-endian), then sealed bytes. A record ends where
 * the sender flushes. Nothing proves that the other end has the token until its first record has opened. Owner: one thread.
 */
public final class SealedConnection {
    /** The greatest number of bytes in a record, before they are sealed. */
    private static final int MOST_BYTES = 1 << 16;

    private final DataInputStream in;
    private final DataOutputStream out;

    /**
     * Exchanges nonces with the other end.
     *
     * @param mine   the name of this end, {@code client} or {@code server}
     * @param theirs the name of the other end
     */
    private SealedConnection(Socket socket, JobToken token, String mine, String theirs) throws IOException {
        InputStream plainIn = new BufferedInputStream(socket.getInputStream());
        OutputStream plainOut = socket.getOutputStream();
        byte[] own = JobToken.nonce();
        plainOut.write(own);
        byte[] other = plainIn.readNBytes(own.length);
        if (other.length < own.length) {
            throw new IOException("closed by the other end");
        }
        byte[][] nonces = mine.compareTo(theirs) < 0 ? new byte[][] {own, other} : new byte[][] {other, own};
        in = new DataInputStream(new Opened(plainIn, RecordCipher.opening(token, theirs, nonces)));
        out = new DataOutputStream(new Sealed(plainOut, RecordCipher.sealing(token, mine, nonces)));
    }

    /**
     * Makes the end of an encrypted connection at the process that has connected the socket. Waits for the other end's nonce.
     *
     * @param socket the connection
     * @param token  the secret of the job, which the other end has too
     * @throws IOException when the other end closes before its nonce has come
     */
    public static SealedConnection ofClient(Socket socket, JobToken token) throws IOException {
        return new SealedConnection(socket, token, "client", "server");
    }

    /**
     * Makes the end of an encrypted connection at the process that has accepted the socket. Waits for the other end's nonce.
     *
     * @param socket the connection
     * @param token  the secret of the job, which the other end has too
     * @throws IOException when the other end closes before its nonce has come
     */
    public static SealedConnection ofServer(Socket socket, JobToken token) throws IOException {
        return new SealedConnection(socket, token, "server", "client");
    }

    /** Returns the stream from which to read, decrypted, what the other end has sent. */
    public DataInputStream in() {
        return in;
    }

    /** Returns the stream that takes what is to be sent, and sends it encrypted when flushed. */
    public DataOutputStream out() {
        return out;
    }

    /** A stream that collects bytes into sealed records. */
    private static final class Sealed extends OutputStream {
        private final OutputStream to;
        private final RecordCipher cipher;
        private final ByteBuffer plain = ByteBuffer.allocate(MOST_BYTES);
        private final ByteBuffer sealed = ByteBuffer.allocate(Integer.BYTES + MOST_BYTES + RecordCipher.TAG_BYTES);

        Sealed(OutputStream to, RecordCipher cipher) {
            this.to = to;
            this.cipher = cipher;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int done = 0; done < length;) {
                int part = Math.min(length - done, plain.remaining());
                plain.put(bytes, from + done, part);
                done += part;
                if (!plain.hasRemaining()) {
                    flush();
                }
            }
        }

        @Override
        public void flush() throws IOException {
            if (plain.position() > 0) {
                sealed.clear().putInt(plain.position() + RecordCipher.TAG_BYTES);
                cipher.next(plain.flip(), sealed);
                plain.clear();
                to.write(sealed.array(), 0, sealed.position());
            }
        }
    }

    /** A stream of the bytes in sealed records. */
    private static final class Opened extends InputStream {
        private final DataInputStream from;
        private final RecordCipher cipher;
        private final ByteBuffer plain = ByteBuffer.allocate(MOST_BYTES).limit(0);
        private final byte[] sealed = new byte[MOST_BYTES + RecordCipher.TAG_BYTES];

        Opened(InputStream from, RecordCipher cipher) {
            this.from = new DataInputStream(from);
            this.cipher = cipher;
        }

        @Override
        public int read() throws IOException {
            return fill() ? plain.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int at, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int part = Math.min(length, plain.remaining());
            plain.get(bytes, at, part);
            return part;
        }

        /** Returns whether there is a byte to read, after opening the next record if needed; false at the end of the connection. */
        private boolean fill() throws IOException {
            if (plain.hasRemaining()) {
                return true;
            }
            int first = from.read();
            if (first < 0) {
                return false;
            }
            int length = first << 24 | from.readUnsignedByte() << 16 | from.readUnsignedShort();
            if (length <= RecordCipher.TAG_BYTES || length > sealed.length) {
                throw new IOException("length=" + length + " of a record: not from a rank of this job");
            }
            from.readFully(sealed, 0, length);
            cipher.next(ByteBuffer.wrap(sealed, 0, length), plain.clear());
            plain.flip();
            return true;
        }
    }
}
