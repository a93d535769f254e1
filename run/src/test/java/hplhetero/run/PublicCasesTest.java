package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs commands over files in the form that people post in public, and compares what each command says with the right value. */
@Slow
final class PublicCasesTest {
    private static final Path CASES = Path.of("src", "test", "resources", "cases");
    private static final String HOME = "user.home";

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final String home = System.getProperty(HOME);
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    static List<PublicCase> cases() {
        return Stream.of(HplDatCases.ALL, OutputCases.ALL, HostListCases.ALL, NetworkCases.ALL).flatMap(Collection::stream).toList();
    }

    @BeforeEach
    void listen() {
        System.setProperty(HOME, folder.toString());
        PrintStream both = new PrintStream(shown, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
    }

    @AfterEach
    void giveBack() {
        System.setOut(out);
        System.setErr(err);
        System.setProperty(HOME, home);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldDoTheRightThingWithAFileThatPeopleHave(PublicCase one) {
        String line = one.command().replace("FILE", CASES.resolve(one.file()).toString()).replace("HOME", folder.toString());
        int code = Main.execute(line.split(" "));
        String said = shown.toString(StandardCharsets.UTF_8);
        assertThat(said).contains(one.shown()).doesNotContain("\tat ");
        assertThat(code).as(said).isEqualTo(one.exitCode());
    }

    @Test
    void shouldHaveACaseForEachFile() throws IOException {
        try (Stream<Path> files = Files.list(CASES)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSameElementsAs(cases().stream().map(PublicCase::file).toList());
        }
    }
}
