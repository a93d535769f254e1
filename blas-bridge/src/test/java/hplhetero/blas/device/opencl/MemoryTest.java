package hplhetero.blas.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryTest {
    @Test
    void shouldGiveEachPlaceToOneAndTakeItBack() {
        Memory memory = new Memory(32);
        assertThat(memory.take(1)).isEqualTo(-1);
        assertThat(memory.sizeFor(100)).isEqualTo(32 + 112);
        memory.grow(32 + 160);
        int first = memory.take(100);
        int second = memory.take(40);
        assertThat(first).isEqualTo(32);
        assertThat(second).isEqualTo(32 + 112);
        assertThat(memory.freeDoubles()).isZero();
        memory.give(first, 100);
        assertThat(memory.take(120)).isEqualTo(-1);
        assertThat(memory.take(17)).isEqualTo(32);
        memory.give(second, 40);
        memory.give(32, 17);
        assertThat(memory.freeDoubles()).isEqualTo(160);
        assertThat(memory.take(160)).isEqualTo(32);
    }

    @Test
    void shouldGrowFromWhatIsFreeAtItsEnd() {
        Memory memory = new Memory(32);
        memory.grow(32 + 64);
        assertThat(memory.take(16)).isEqualTo(32);
        assertThat(memory.sizeFor(100)).isEqualTo(32 + 16 + 112);
        memory.grow((int) memory.sizeFor(100));
        assertThat(memory.take(100)).isEqualTo(48);
        assertThat(memory.size()).isEqualTo(160);
    }
}
