package hplhetero.run.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

final class ScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Screen screen = new Screen(bytes, 40, StandardCharsets.UTF_8);

    private String sent() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldFoldWhatIsLongerThanALine() {
        screen.println("hpl: a message that is longer than the forty columns of this terminal");
        screen.printf("hpl: %s%n", "\u00b5s are short");
        assertThat(sent())
                .isEqualTo("hpl: a message that is longer than the\n     forty columns of this terminal\nhpl: \u00b5s are short\n");
    }

    @Test
    void shouldPutWhatIsPrintedInPlaceOfTheStatus() throws IOException {
        screen.status("10 %");
        screen.status("a status that has no room in forty columns");
        screen.println("hpl: news");
        screen.status("20 %");
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        screen.clearingStatus(other).write('x');
        assertThat(sent()).isEqualTo("10 %\r\033[Ka status that has no room in forty colu\r\033[Khpl: news\n20 %\r\033[K");
        assertThat(other.toString(StandardCharsets.UTF_8)).isEqualTo("x");
    }

    @Test
    void shouldColourOnTerminalsUnlessThatIsUnwanted() {
        assertThat(ColorMode.AUTO.decided(true, Map.of("TERM", "xterm"))).isEqualTo(Ansi.ON);
        assertThat(ColorMode.AUTO.decided(false, Map.of())).isEqualTo(Ansi.OFF);
        assertThat(ColorMode.AUTO.decided(true, Map.of("NO_COLOR", "1"))).isEqualTo(Ansi.OFF);
        assertThat(ColorMode.AUTO.decided(true, Map.of("TERM", "dumb"))).isEqualTo(Ansi.OFF);
        assertThat(ColorMode.ALWAYS.decided(false, Map.of("NO_COLOR", "1"))).isEqualTo(Ansi.ON);
        assertThat(ColorMode.NEVER.decided(true, Map.of())).isEqualTo(Ansi.OFF);
    }
}
