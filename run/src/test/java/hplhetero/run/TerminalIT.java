package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is seen on a terminal, which {@code script} of util-linux provides. */
@Needs(Component.TERMINAL)
final class TerminalIT {
    private static final String GREEN = "\033[32m";

    @TempDir
    private Path folder;

    /** What the launcher shows on a terminal of so many columns. */
    private String shown(int columns, Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        // script hands its words to a shell as one
        Path onTerminal = Files.writeString(folder.resolve("terminal"), """
                #!/bin/sh
                exec script -qec "stty cols %d rows 24; $*" /dev/null
                """.formatted(columns));
        Files.setPosixFilePermissions(onTerminal, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> all = new HashMap<>(Launcher.BRIEF);
        all.put("TERM", "xterm");
        all.putAll(environment);
        Ended ended = new Launcher(folder, all).runBy(List.of(onTerminal.toString()), arguments);
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        return ended.out();
    }

    /** The lines that stay, without what took their place before. */
    private static List<String> lines(String shown) {
        return shown.lines().map(line -> line.substring(line.lastIndexOf("\033[K") + 1)).map(TerminalIT::plain)
                .filter(line -> !line.isBlank()).toList();
    }

    private static String plain(String line) {
        return line.replaceAll("^\\[K", "").replaceAll("\033\\[[0-9;]*m", "").replace("\r", "");
    }

    /** The last words, in one line: those on the load of others may go into a second line. */
    private static String verdict(List<String> lines) {
        int first = lines.size() - (lines.getLast().startsWith("  ") ? 2 : 1);
        return String.join(" ", lines.subList(first, lines.size()).stream().map(String::strip).toList());
    }

    private static void fits(List<String> lines, int columns) {
        List<String> ours = new ArrayList<>(lines.stream().filter(line -> line.startsWith("#") || line.startsWith("hpl: ")).toList());
        ours.add(lines.getLast());
        assertThat(ours).hasSizeGreaterThan(15).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
    }

    /** The run is just large enough for a warm-up. Slowed by sleeping, the warm-up takes so long that its bar is drawn. */
    @ParameterizedTest
    @Daily(2)
    @ValueSource(ints = {80, 120})
    void shouldShowABarAndEndInTheVerdict(int columns) throws Exception {
        String shown = shown(columns, Map.of(), "run", "-N", "500", "--nb", "64", "--workers", "1", "--blas", "native",
                "--emulate-slowdown", "20");
        assertThat(shown).contains("warming up  [ ", "\r\033[K", GREEN + "PASSED");
        List<String> lines = lines(shown);
        assertThat(verdict(lines)).matches("PASSED \\S+ GFLOPS \\(slowdown emulated\\), .*N=500, \\S+ s(; .*)?");
        fits(lines, columns);
    }

    @Test
    void shouldNotColourOrDrawWhereThatIsUnwanted() throws Exception {
        String shown = shown(80, Map.of("NO_COLOR", "1"), "run", "-N", "97", "--workers", "1", "--blas", "reference",
                "--progress", "none");
        assertThat(shown).doesNotContain("\033");
        assertThat(verdict(lines(shown))).startsWith("PASSED ");
    }

    /** Rank 0's standard error is a pipe then, and its terminal that of whoever started it. Slowed as above, so that a bar is drawn. */
    @Test
    @Needs(Component.OPEN_MPI)
    void shouldShowTheBarOfRanksOnHosts() throws Exception {
        Path here = Files.writeString(folder.resolve("here"), "#!/bin/sh\nshift\nexec sh -c \"$*\"\n");
        Files.setPosixFilePermissions(here, PosixFilePermissions.fromString("rwxr-xr-x"));
        String shown = shown(80, Map.of(), "run", "-N", "500", "--nb", "64", "-Q", "2", "--map", "cyclic", "--workers", "1", "--blas",
                "native", "--check", "no", "--launcher", "openmpi", "--hosts", "localhost:2", "--ssh", here.toString(),
                "--emulate-slowdown", "20,20");
        assertThat(shown).contains("warming up  [ ", "\r\033[K", GREEN + "PASSED");
        fits(lines(shown), 80);
    }

    @Test
    void shouldTellAFileAllInOneLineEach() throws Exception {
        Ended ended = new Launcher(folder, Launcher.BRIEF).run("run", "-N", "97", "--workers", "1", "--blas", "native", "--nb", "32,64");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out().lines().filter(line -> line.startsWith("# BLAS: "))).singleElement().asString()
                .contains("OpenBLAS ", "NB >= 128").doesNotContain("...");
        assertThat(ended.err()).doesNotContain("\033");
        assertThat(ended.err().lines().toList().getLast()).startsWith("PASSED 2 of 2, best ");
    }
}
