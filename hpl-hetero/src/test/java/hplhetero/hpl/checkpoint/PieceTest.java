package hplhetero.hpl.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PieceTest {
    private static final int MOST = PieceWriter.MOST_BYTES;

    @TempDir
    private Path folder;

    /** A small piece, and behind it bytes around the sizes at which the writer's buffer grows and a piece ends. */
    @ParameterizedTest
    @ValueSource(ints = {1, (64 << 10) - 1, 64 << 10, (64 << 10) + 1, 300_000, MOST - 1, MOST, MOST + 1, 2 * MOST + 5})
    void shouldReadWhatWasWritten(int bytes) throws IOException {
        Path file = folder.resolve("pieces");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment written = random(bytes, arena);
            try (PieceWriter out = new PieceWriter(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
                out.put(MemorySegment.ofArray(new byte[] {7, 8}));
                out.endPiece();
                for (long at = 0; at < bytes; at += 100_000) {
                    out.put(written.asSlice(at, Math.min(100_000, bytes - at)));
                }
            }
            assertThat(Files.size(file)).isEqualTo(2 + bytes + PieceWriter.HEAD_BYTES * (1L + Math.ceilDiv(bytes, MOST)));
            MemorySegment read = arena.allocate(bytes);
            try (PieceReader in = new PieceReader(file)) {
                assertThat(in.wholePiece()).containsExactly(7, 8);
                in.requireNext(2 + PieceWriter.HEAD_BYTES);
                in.get(read);
                in.requireEnd();
            }
            assertThat(read.mismatch(written)).isEqualTo(-1);
        }
    }

    private static MemorySegment random(int bytes, Arena arena) {
        byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        return arena.allocate(bytes).copyFrom(MemorySegment.ofArray(random));
    }
}
