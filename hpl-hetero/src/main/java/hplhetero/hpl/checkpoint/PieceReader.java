package hplhetero.hpl.checkpoint;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A reader of pieces with checksums from a file. */
final class PieceReader implements Closeable {
    private final Path name;
    private final FileChannel file;
    /** What is left of the present piece; as large as the largest piece so far. */
    private ByteBuffer piece = PieceWriter.buffer(PieceWriter.HEAD_BYTES).limit(0);

    PieceReader(Path name) throws IOException {
        this.name = name;
        if (Files.notExists(name)) {
            throw new NoSuchFileException(name.toString(), null, "the file is missing");
        }
        file = FileChannel.open(name, StandardOpenOption.READ);
    }

    /** Fills memory with the bytes that follow. */
    void get(MemorySegment bytes) throws IOException {
        for (long at = 0; at < bytes.byteSize();) {
            if (!piece.hasRemaining()) {
                nextPiece();
            }
            int length = (int) Math.min(piece.remaining(), bytes.byteSize() - at);
            bytes.asSlice(at, length).copyFrom(MemorySegment.ofBuffer(piece.slice(piece.position(), length)));
            piece.position(piece.position() + length);
            at += length;
        }
    }

    /** Returns the whole payload of the next piece. */
    byte[] wholePiece() throws IOException {
        nextPiece();
        byte[] payload = new byte[piece.remaining()];
        piece.get(payload);
        return payload;
    }

    /** Checks that everything has been read. */
    void requireEnd() throws IOException {
        requireNext(file.size());
    }

    /** Checks that everything before byte {@code at} of the file has been read, and nothing from there on. */
    void requireNext(long at) throws IOException {
        long next = file.position() - piece.remaining();
        if (next != at) {
            throw new IOException(name + ": the state was read up to byte " + next + " and ends at byte " + at
                    + ": the file belongs to another map, or is damaged");
        }
    }

    private void nextPiece() throws IOException {
        long at = file.position();
        piece.clear().limit(PieceWriter.HEAD_BYTES);
        fill(at);
        int length = piece.getInt(0);
        int checksum = piece.getInt(Integer.BYTES);
        if (length < 1 || length > PieceWriter.MOST_BYTES) {
            throw new IOException(name + ": at byte " + at + " a piece of " + length + " bytes: the file is damaged");
        }
        piece = piece.capacity() < length ? PieceWriter.buffer(length) : piece.clear().limit(length);
        fill(at);
        CRC32C found = new CRC32C();
        found.update(piece.duplicate());
        if ((int) found.getValue() != checksum) {
            throw new IOException(name + ": at byte " + at + " a piece of " + length + " bytes with a wrong checksum: the file is damaged");
        }
    }

    /** Fills the piece up to its limit, and makes it ready to be read. */
    private void fill(long at) throws IOException {
        while (piece.hasRemaining()) {
            if (file.read(piece) < 0) {
                throw new IOException(name + ": ends within the piece at byte " + at + ": the file is not whole");
            }
        }
        piece.flip();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
