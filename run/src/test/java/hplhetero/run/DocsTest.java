package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands of README and of the pages in docs/ that a comment before their block marks, and compares what they print with what the
 * page shows. All commands of a page run in one folder, in the order of the page.
 *
 * <p>{@code <!-- run -->}: each shown line must be printed as it is, apart from blanks; {@code ...} stands for lines that the page leaves
 * out. {@code <!-- run by form -->}: numbers may differ, and more may be printed, such as a note that the machine is busy.
 * {@code <!-- run by form with -N 600 -->}: as before, and this option has another value, so that the test is short.
 * {@code <!-- file NAME -->}: the block is a file that commands of the page read.
 */
@Slow
final class DocsTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern MARK = Pattern.compile("<!-- (?:(run)( by form)?(?: with (-\\w) (\\S+))?|file (\\S+)) -->");
    private static final String FENCE = "```";
    private static final String COMMAND = "./hpl ";
    /** What explains a command behind two blanks. */
    private static final Pattern EXPLANATION = Pattern.compile(" {2,}.*");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    /** A file that commands read or write in the folder of the page. */
    private static final Pattern FILE = Pattern.compile("[\\w-]+\\.(topology|net|cluster|plan|lids|svg|json|csv|html|md|txt)");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\b\\d[\\d,]*(\\.\\d+)?(e[-+]\\d+)?");

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final String home = System.getProperty("user.home");

    @TempDir
    private Path folder;

    @BeforeEach
    void begin() {
        System.setProperty("user.home", folder.toString());
    }

    @AfterEach
    void giveBack() {
        System.setOut(out);
        System.setErr(err);
        System.setProperty("user.home", home);
    }

    /**
     * A marked block.
     *
     * @param where page and line
     * @param mark  the matched comment before the block
     * @param lines the lines between the fences
     */
    private record Block(String where, Matcher mark, List<String> lines) {
        boolean isFile() {
            return mark.group(5) != null;
        }

        /** Returns the command line with the option's value that is given for the test. */
        String command(String line) {
            String bare = EXPLANATION.matcher(line.substring(COMMAND.length())).replaceFirst("");
            return mark.group(3) == null ? bare : bare.replaceFirst(mark.group(3) + " \\S+", mark.group(3) + " " + mark.group(4));
        }

        boolean isByForm() {
            return mark.group(2) != null;
        }

        /** Returns whether a line of the page shows a printed line. */
        boolean shows(String line, String printed) {
            return !isByForm() ? plain(printed).equals(plain(line))
                    : NUMBER.matcher(plain(printed)).replaceAll("#").startsWith(NUMBER.matcher(plain(line)).replaceAll("#"));
        }

        private static String plain(String line) {
            return line.strip().replaceAll("\\s+", " ");
        }
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(HOME.resolve("docs"))) {
            return Stream.concat(Stream.of(HOME.resolve("README.md")), docs.filter(page -> page.toString().endsWith(".md"))).sorted()
                    .filter(page -> !blocks(page).isEmpty()).toList();
        }
    }

    private static List<Block> blocks(Path page) {
        List<String> lines = lines(page);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher mark = MARK.matcher(lines.get(i));
            if (mark.matches()) {
                assertThat(lines.get(i + 1)).as("%s, line %d: a block must follow", page, i + 2).startsWith(FENCE);
                int end = lines.subList(i + 2, lines.size()).indexOf(FENCE) + i + 2;
                blocks.add(new Block(HOME.relativize(page) + ", line " + (i + 1), mark, lines.subList(i + 2, end)));
            }
        }
        return blocks;
    }

    private static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException cannot) {
            throw new AssertionError(cannot);
        }
    }

    @Test
    void shouldFindTheMarkedPages() throws Exception {
        assertThat(pages()).extracting(page -> page.getFileName().toString()).contains("README.md", "planning.md", "predict.md", "lids.md");
        assertThat(pages().stream().flatMap(page -> blocks(page).stream()).flatMap(block -> block.lines().stream())
                .filter(line -> line.startsWith(COMMAND))).hasSizeGreaterThan(8);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldPrintWhatThePageShows(Path page) throws Exception {
        for (Block block : blocks(page)) {
            if (block.isFile()) {
                Files.write(folder.resolve(block.mark().group(5)), block.lines());
                continue;
            }
            List<String> lines = block.lines();
            assertThat(lines.getFirst()).as(block.where()).startsWith(COMMAND);
            for (int at = 0; at < lines.size();) {
                int next = at + 1;
                while (next < lines.size() && !lines.get(next).startsWith(COMMAND)) {
                    next++;
                }
                check(block, lines.get(at), lines.subList(at + 1, next));
                at = next;
            }
        }
    }

    private void check(Block block, String command, List<String> shown) throws IOException {
        List<String> expected = shown.stream().filter(line -> !line.isBlank()).toList();
        List<String> printed = new ArrayList<>();
        boolean refused = !expected.isEmpty() && expected.getFirst().startsWith("hpl: ");
        assertThat(hpl(block.command(command), printed)).as("%s: %s%n%s", block.where(), command, String.join("\n", printed))
                .isEqualTo(refused ? ExitCode.USAGE : ExitCode.OK);
        int at = 0;
        boolean gap = true;
        for (String line : expected) {
            if (line.strip().startsWith("...")) {
                gap = true;
                continue;
            }
            List<String> rest = printed.subList(at, printed.size());
            int found = IntStream.range(0, rest.size()).filter(i -> block.shows(line, rest.get(i))).findFirst().orElse(-1);
            assertThat(found).as("%s: %s%nshows%n%s%nwhich is not printed here:%n%s", block.where(), command, line,
                    String.join("\n", rest)).isBetween(0, gap || block.isByForm() ? Integer.MAX_VALUE : 0);
            at += found + 1;
            gap = false;
        }
    }

    /** Runs a command in this JVM. Its files are in the page's folder, its examples in the tree. Adds the lines that it prints. */
    private int hpl(String command, List<String> printed) throws IOException {
        List<String> words = new ArrayList<>();
        WORD.matcher(command).results().map(word -> word.group(1) != null ? word.group(1) : word.group(2))
                .map(word -> FILE.matcher(word).matches() ? folder.resolve(word).toString() : word)
                .map(word -> word.startsWith("examples/") ? HOME.resolve(word).toString() : word).forEach(words::add);
        Path report = folder.resolve("report of a run");
        if (words.getFirst().equals("run")) {
            words.addAll(List.of("--bind", "none", "--history", "no", "--progress", "none"));
            if (!words.contains("--output")) {
                words.addAll(List.of("--output", report.toString()));
            }
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(System.out);
        int code = Main.execute(words.toArray(String[]::new));
        String text = (Files.exists(report) ? Files.readString(report) : "") + said.toString(StandardCharsets.UTF_8);
        Files.deleteIfExists(report);
        text.replace(folder + "/", "").replace(HOME + "/", "").lines().filter(line -> !line.isBlank()).forEach(printed::add);
        return code;
    }
}
