package hplhetero.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FoldedTextTest {

    @Test
    void shouldFoldAtBlanksAndGoOnIndented() {
        assertThat(FoldedText.of("# note: one two three four five six\n#   short\n", 20)).isEqualTo("""
                # note: one two
                #   three four five
                #   six
                #   short
                """);
        assertThat(FoldedText.of("  - a list's item that is long", 20)).isEqualTo("  - a list's item\n    that is long");
        assertThat(FoldedText.of("hpl: a message that is rather long for it", 30))
                .isEqualTo("hpl: a message that is rather\n     long for it");
    }

    @Test
    void shouldPartAWordThatIsLongerThanALine() {
        assertThat(FoldedText.of("see /a/very/long/path/that/has/no/blank/anywhere/in.it", 30).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(30));
    }

    @Test
    void shouldNotCountColours() {
        String coloured = "\033[32;1mPASSED\033[0m 77.5 GFLOPS";
        assertThat(FoldedText.of(coloured, 20)).isEqualTo(coloured);
        assertThat(FoldedText.of(coloured + ", N=12160", 20)).isEqualTo(coloured + ",\n  N=12160");
    }

    @Test
    void shouldLeaveWhatFits() {
        assertThat(FoldedText.of("12345678901234567890\n\nend", 20)).isEqualTo("12345678901234567890\n\nend");
        assertThat(Page.ENDLESS.fold("x".repeat(500))).hasSize(500);
    }

    @Test
    void shouldCutNamesWhereThereIsAnEnd() {
        assertThat(new Page(80, false).cut("AMD EPYC 9B45 with many cores", 16)).isEqualTo("AMD EPYC 9B45...");
        assertThat(new Page(80, true).cut("AMD EPYC 9B45 with many cores", 16)).endsWith("cores");
        assertThat(Page.ENDLESS.cut("AMD EPYC 9B45 with many cores", 16)).endsWith("cores");
    }
}
