package hplhetero.comm.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FrameTest {

    @ParameterizedTest
    @EnumSource(Frame.Kind.class)
    void shouldComeBackAsItWent(Frame.Kind kind) {
        Frame frame = new Frame(kind, Long.MIN_VALUE + 3, "Größe");
        ByteBuffer bytes = frame.encoded();
        assertThat(Frame.decoded(bytes)).isEqualTo(frame);
    }

    @Test
    void shouldCutWhatIsTooLong() {
        ByteBuffer bytes = new Frame(Frame.Kind.FAILED, 0, "x".repeat(100_000)).encoded();
        assertThat(Frame.decoded(bytes).text()).isEqualTo("x".repeat(Frame.MAX_TEXT_BYTES));
    }

    @Test
    void shouldRefuseUnknownKinds() {
        ByteBuffer bytes = ByteBuffer.allocate(9).put((byte) Frame.Kind.values().length).rewind();
        assertThatThrownBy(() -> Frame.decoded(bytes)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("kind=10");
    }
}
