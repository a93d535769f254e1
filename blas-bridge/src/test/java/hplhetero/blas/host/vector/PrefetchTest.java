package hplhetero.blas.host.vector;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hplhetero.ffm.Pages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The expected code is what binutils' assemblers make of the loop. */
class PrefetchTest {

    @Test
    void shouldEncodeAnX86LoopAsAnAssemblerDoes() {
        assertEquals("0f188f00000000" + "4801f7" + "ffca" + "7ff2" + "c3", HexFormat.of().formatHex(Prefetch.x86(1)));
        assertEquals("0f188f00000000" + "0f188f40000000" + "0f188f80000000" + "4801f7" + "ffca" + "7fe4" + "c3",
                HexFormat.of().formatHex(Prefetch.x86(3)));
    }

    @Test
    void shouldEncodeAnArmLoopAsAnAssemblerDoes() {
        assertEquals("000080f9" + "0000018b" + "42040071" + "acffff54" + "c0035fd6", HexFormat.of().formatHex(Prefetch.arm(1)));
        assertEquals("000080f9" + "002080f9" + "004080f9" + "0000018b" + "42040071" + "6cffff54" + "c0035fd6",
                HexFormat.of().formatHex(Prefetch.arm(3)));
    }

    @Test
    void shouldBeThereOnLinux() {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        assertTrue(Prefetch.ACTIVE, "no prefetch on " + System.getProperty("os.arch"));
    }

    @Test
    void shouldTouchNothing() {
        assertDoesNotThrow(() -> Prefetch.tile(0, 1L << 40, 1_000));
        assertDoesNotThrow(() -> Prefetch.tile(-1, -64, 1));
        try (Arena arena = Arena.ofConfined()) {
            byte[] content = new byte[100_000];
            new Random(1).nextBytes(content);
            MemorySegment memory = arena.allocate(content.length).copyFrom(MemorySegment.ofArray(content));
            Prefetch.tile(memory.address(), 64, content.length / 64);
            assertEquals(-1, memory.mismatch(MemorySegment.ofArray(content)));
        }
    }

    @Test
    void shouldRefuseMoreCodeThanAPage() {
        assertThrows(IllegalArgumentException.class, () -> Pages.executable(new byte[4097]));
    }
}
