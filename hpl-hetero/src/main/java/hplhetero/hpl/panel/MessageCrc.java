package hplhetero.hpl.panel;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/** The CRC-32C of memory. The processor computes it as fast as it reads memory, and it finds each single flipped bit for certain. */
final class MessageCrc {
    /** Longest part that a byte buffer is made for. */
    private static final long LONGEST = 1L << 30;

    private MessageCrc() {
    }

    /** Returns the CRC-32C, 0 .. 2^32 - 1, of some pieces of memory, one after the other. */
    static long of(MemorySegment... pieces) {
        CRC32C crc = new CRC32C();
        for (MemorySegment piece : pieces) {
            for (long at = 0; at < piece.byteSize(); at += LONGEST) {
                crc.update(piece.asSlice(at, Math.min(LONGEST, piece.byteSize() - at)).asByteBuffer());
            }
        }
        return crc.getValue();
    }
}
