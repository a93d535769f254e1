package hplhetero.comm.transport.llc.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shared memory of which nothing is left, however a rank ends. */
final class ShmTranslatorTest {
    @TempDir
    private Path folder;

    private ShmTranslator translator(int rank) {
        return new ShmTranslator(Map.of(ShmTranslator.FOLDER_VARIABLE, folder.toString()), "job", rank);
    }

    @Test
    void shouldHaveNoNameThatCouldBeLeft() {
        ShmTranslator one = translator(0);
        ShmTranslator other = translator(1);
        MemorySegment area = one.allocate(4_096);
        other.allocate(4_096);
        assertThat(folder).isEmptyDirectory();
        byte[] address = one.address();
        assertThat(ShmTranslator.isHere(address)).isTrue();
        other.reach(0, address);
        other.window(0).set(ValueLayout.JAVA_LONG, 8, 7);
        assertThat(area.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(7);
        one.allReached();
        assertThat(ShmTranslator.isHere(address)).as("closed once all have mapped it").isFalse();
        other.close();
    }
}
