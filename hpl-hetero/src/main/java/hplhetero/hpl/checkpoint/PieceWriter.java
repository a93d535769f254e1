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

    private final FileChannel file;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(HEAD_BYTES + MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    PieceWriter(FileChannel file) {
        this.file = file;
        piece.position(HEAD_BYTES);
    }

    /** Appends bytes, of which a piece begins and ends anywhere. */
    void put(MemorySegment bytes) throws IOException {
        for (long at = 0; at < bytes.byteSize();) {
            int length = (int) Math.min(piece.remaining(), bytes.byteSize() - at);
            piece.put(bytes.asSlice(at, length).asByteBuffer());
            at += length;
            if (!piece.hasRemaining()) {
                endPiece();
            }
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
