package hplhetero.hpl.panel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class PanelMessageTest {
    private static final int NB = 4;
    private static final int ROWS = 11;
    private static final int WORDS = 1;
    private static final long LOW = (1L << Integer.SIZE) - 1;

    private final PanelMessage message = PanelMessage.ofRows(NB, WORDS + 1, ROWS, Arena.ofAuto());

    /** Flips each bit of what is sent in turn. The place of the CRC itself, and gaps behind it, are not summed. */
    @Test
    void shouldSeeEachFlippedBit() {
        for (MemorySegment sent : new MemorySegment[] {message.below(ROWS, NB), message.withTop(ROWS, NB)}) {
            long crc = message.crc(sent, WORDS, true);
            int unseen = 0;
            for (long bit = 0; bit < 8 * sent.byteSize(); bit++) {
                flip(sent, bit);
                unseen += message.crc(sent, WORDS, true) == crc ? 1 : 0;
                flip(sent, bit);
            }
            assertThat(unseen).isBetween(64, 64 * 8).isEqualTo(64 * (8 - NB - WORDS - 1));
            assertThat(message.crc(sent, WORDS, true)).isEqualTo(crc);
        }
    }

    @Test
    void shouldTellPivotsFromElements() {
        MemorySegment sent = message.below(ROWS, NB);
        long crc = message.crc(sent, WORDS, true);
        message.pivots(0, new int[] {3, 7, 2, 5}, NB);
        long pivots = message.crc(sent, WORDS, true) ^ crc;
        assertThat(pivots >>> Integer.SIZE).isNotZero();
        assertThat(pivots & LOW).isZero();
        message.rows(ROWS, NB).set(2, 1, 1.5);
        long both = message.crc(sent, WORDS, true) ^ crc;
        assertThat(both >>> Integer.SIZE).isEqualTo(pivots >>> Integer.SIZE);
        assertThat(both & LOW).isNotZero();
        assertThat(message.crc(sent, WORDS, false) & LOW).isZero();
    }

    @Test
    void shouldCarryTheCrc() {
        long crc = 0x89abcdef_01234567L;
        message.word(77);
        message.writeCrc(WORDS, crc);
        assertThat(message.readCrc(WORDS)).isEqualTo(crc);
        assertThat(message.word()).isEqualTo(77);
    }

    private static void flip(MemorySegment memory, long bit) {
        byte old = memory.get(ValueLayout.JAVA_BYTE, bit / 8);
        memory.set(ValueLayout.JAVA_BYTE, bit / 8, (byte) (old ^ 1 << bit % 8));
    }
}
