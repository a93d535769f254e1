package hplhetero.hpl.checkpoint;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** A writer of pieces with checksums to a file, from the file's present position on. */
final class PieceWriter implements Closeable {
    /** Largest payload of a piece, in bytes. */
    static final int MOST_BYTES = 4 << 20;
    /** Bytes before the payload of each piece: its length and its checksum. */
    static final int HEAD_BYTES = 8;

    /** Payload that the buffer has room for at first, in bytes. */
    private static final int FIRST_BYTES = 64 << 10;

    private final FileChannel file;
    /** Head and payload of the present piece; grows with the payload, so that a small file takes little memory. */
    private ByteBuffer piece = buffer(HEAD_BYTES + FIRST_BYTES).position(HEAD_BYTES);

    PieceWriter(FileChannel file) {
        this.file = file;
    }

    /** Returns an empty buffer for numbers as files hold them. */
    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Appends bytes, of which a piece begins and ends anywhere. */
    void put(MemorySegment bytes) throws IOException {
        for (long at = 0; at < bytes.byteSize();) {
            int length = (int) Math.min(piece.remaining(), bytes.byteSize() - at);
            piece.put(bytes.asSlice(at, length).asByteBuffer());
            at += length;
            if (!piece.hasRemaining()) {
                makeRoom();
            }
        }
    }

    private void makeRoom() throws IOException {
        if (piece.capacity() == HEAD_BYTES + MOST_BYTES) {
            endPiece();
        } else {
            piece = buffer(HEAD_BYTES + Math.min(MOST_BYTES, 4 * piece.position())).put(piece.flip());
        }
    }

    /** Ends the present piece, so that what follows begins in a new one. */
    void endPiece() throws IOException {
        int length = piece.position() - HEAD_BYTES;
        if (length == 0) {
            return;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(piece.slice(HEAD_BYTES, length));
        piece.putInt(0, length).putInt(Integer.BYTES, (int) checksum.getValue()).flip();
        while (piece.hasRemaining()) {
            file.write(piece);
        }
        piece.clear().position(HEAD_BYTES);
    }

    /** Ends the last piece, waits until everything is on the disk, and closes the file. */
    @Override
    public void close() throws IOException {
        try (file) {
            endPiece();
            file.force(true);
        }
    }
}
