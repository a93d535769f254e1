package hplhetero.run.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TerminalTextTest {

    @Test
    void shouldShowWhatATerminalWouldObey() {
        Map<String, String> texts = Map.of("a\033[2Jb", "a\\e[2Jb", "a\rb", "a\\rb", "a\u0007b", "a\\u0007b", "a\u009bJ", "a\\u009bJ",
                "a\u007f", "a\\u007f", "a\u202eb", "a\\u202eb", "a\0", "a\\u0000", "\u00e4\u20ac\ud83d\ude00", "\u00e4\u20ac\ud83d\ude00");
        texts.forEach((text, shown) -> assertThat(TerminalText.message(text)).isEqualTo(shown));
    }

    @Test
    void shouldLeaveLinesAndTabs() {
        assertThat(TerminalText.message("a\n\tb")).isEqualTo("a\n\tb");
    }

    @Test
    void shouldCutTheMiddleOfLongValuesAndOfLongMessages() {
        assertThat(TerminalText.message("-N: found `" + "x".repeat(1000) + "`: give one of 'a b' or 'c'"))
                .isEqualTo("-N: found `" + "x".repeat(159) + "... (802 characters more) ..." + "x".repeat(39)
                        + "`: give one of 'a b' or 'c'");
        assertThat(TerminalText.message("Unknown option: '" + "x".repeat(1000) + "'")).contains("characters more) ...x")
                .hasSizeLessThan(260);
        String whole = "`a` " + "long ".repeat(100) + "`b`, the process' memory " + "long ".repeat(100) + "and 'c'";
        assertThat(TerminalText.message(whole)).isEqualTo(whole);
        assertThat(TerminalText.message("file: " + "word ".repeat(200_000) + ": name another")).startsWith("file: word ").hasSizeLessThan(
                TerminalText.MOST + 100).contains("... (992020 characters more) ...").endsWith(": name another");
    }

    @Test
    void shouldLeaveOurColoursOnScreens() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Screen screen = new Screen(bytes, 80, StandardCharsets.UTF_8)) {
            screen.println("\033[1;32mPASSED\033[0m of \033[2J and \r\u009b");
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\033[1;32mPASSED\033[0m of \\e[2J and \\r\\u009b\n");
    }
}
