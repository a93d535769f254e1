package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import hplhetero.comm.transport.HostName;
import hplhetero.input.choices.ChoicesFileReader;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.cluster.PlanFileReader;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.run.machine.Machine;
import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Runs the commands of README and of the pages in docs/ that a comment before their block marks, and compares what they print with what the
 * page shows. All commands of a page run in one folder, in the order of the page. Commands that are not run are parsed: each option that a
 * page names must exist. Links of all pages must lead somewhere.
 *
 * <p>{@code <!-- run -->}: each shown line must be printed as it is, apart from blanks; {@code ...} stands for lines that the page leaves
 * out. {@code <!-- run by form -->}: numbers may differ, and more may be printed, such as a note that the machine is busy.
 * {@code <!-- run by form with -N 400 -->}: numbers may differ, and this option has another value, so that the test is short.
 * {@code <!-- file NAME -->}: the block is a file, of a kind that its name tells. The program must be able to read it.
 */
@Slow
final class DocsTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern MARK = Pattern.compile("<!-- (?:(run)( by form)?(?: with (-\\w) (\\S+))?|file (\\S+)) -->");
    private static final String FENCE = "```";
    private static final String COMMAND = "./hpl ";
    /** What explains a command behind two blanks. */
    private static final Pattern EXPLANATION = Pattern.compile(" {2,}.*");
    /** What a shell does with the output of a command. */
    private static final Pattern REDIRECTION = Pattern.compile(" ([|>]|&&) .*");
    /** A command anywhere in a line of a block. */
    private static final Pattern WITHIN = Pattern.compile("\\./hpl ([^';|>&)]*)");
    /** A command in the text of a page, perhaps broken into two lines. */
    private static final Pattern INLINE = Pattern.compile("`\\./hpl\\s([^`]*)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]*)\\)");
    /** Options and launchers that start ranks on several hosts. */
    private static final Pattern ELSEWHERE = Pattern.compile(".*(--hosts |--hostfile |mpirun |mpiexec |srun |sbatch |qsub ).*");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    /** A file that commands read or write in the folder of the page. */
    private static final Pattern FILE = Pattern.compile("[\\w-]+\\.(topology|cluster|plan|choices|lids|svg|json|csv|html|md|txt)");
    /** A number, or a time of day. */
    private static final Pattern NUMBER = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|[-+]?\\b\\d[\\d,]*(\\.\\d+)?(e[-+]\\d+)?");

    /** The host and the processor of the runs that the pages show. */
    private static final String HOST = "vm";
    private static final String PROCESSOR = "AMD EPYC 9B45";
    private static final String NO_INFINIBAND = "needs the dumps of an InfiniBand network: LidsTest has some";
    /** Blocks on one machine that are not run, by their first command, and why. */
    private static final Map<String, String> NOT_RUN = Map.ofEntries(
            Map.entry("./hpl run -N 10000 --nb 192 -P 1 -Q 4 --emulate-slowdown 2,2,2,4 --blas native",
                    "takes ten seconds: ranks are measured from N = 4000 on"),
            Map.entry("./hpl completion", "is for the user's shell: CompletionTest starts one"),
            Map.entry("./hpl run", "CONTRIBUTING.md: builds first"),
            Map.entry("./hpl run -N 80000 --checkpoint /scratch/hpl", "resumes a run that somebody must break off: ResumeIT does"),
            Map.entry("./hpl run -N 4000,8000,16000,32000,64000 --idle-power 20",
                    "takes half an hour, and the sheet is made of its results"),
            Map.entry("./hpl run -N 12160 --nb 256", "needs a meter of power"),
            Map.entry("./hpl devices", "needs GPUs"),
            Map.entry("./hpl history", "needs a history: HistoryCommandsTest has one"),
            Map.entry("./hpl run -N 20000 --json now.json", "exits as the machine is busy or not"),
            Map.entry("./hpl dist", "builds the program: DistIT does"),
            Map.entry("./hpl net lids --topology my.topology --write designed.lft", NO_INFINIBAND),
            Map.entry("./hpl net lids --topology my.topology --write designed.lft --roots /etc/opensm/root_guid.conf", NO_INFINIBAND),
            Map.entry("./hpl net lids --topology ib.topology --method sender-wise --write new.lft --table my.lids", NO_INFINIBAND),
            Map.entry("./hpl net simulate --paper torus,fattree,hotspot --output figures", "takes minutes"),
            Map.entry("./hpl predict --cluster my.cluster --nb 256 --json prediction.json", "stands for the reader's cluster"),
            Map.entry("./hpl predict --cluster examples/fat-tree-648.cluster", "takes ten seconds"),
            Map.entry("./hpl predict --cluster examples/fugaku-like.cluster", "takes minutes"),
            Map.entry("./hpl plan --topology my.topology -N 20000", "takes minutes: --exhaustive"),
            Map.entry("./hpl net simulate --hpl --topology my.topology",
                    "takes seconds, as does the command at the top of the page, which is run"),
            Map.entry("./hpl calibrate", "measures for ten seconds"),
            Map.entry("./hpl history --csv examples/notebook/results.csv", "writes into the tree"));

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final String home = System.getProperty("user.home");

    /** Commands of pages and help texts that are wrong, and how. */
    private final List<String> misused = new ArrayList<>();

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
     * A block between fences.
     *
     * @param where page and line
     * @param mark  the matched comment before the block; empty if it has none
     * @param lines the lines between the fences
     */
    private record Block(String where, Optional<MatchResult> mark, List<String> lines) {
        boolean isRun() {
            return mark.isPresent() && mark.get().group(1) != null;
        }

        /** Returns the name of the file that the block is, or null. */
        String file() {
            return mark.map(found -> found.group(5)).orElse(null);
        }

        /**
         * Returns the words of a command line, with the option's value that is given for the test. A run without the option gets it, unless
         * a plan says what is run.
         */
        String command(String line) {
            String bare = bare(line).substring(COMMAND.length());
            if (mark.get().group(3) == null) {
                return bare;
            }
            String option = " " + mark.get().group(3) + " ";
            String changed = bare.replaceFirst(option + "\\S+", option + mark.get().group(4));
            return bare.contains(option) || !bare.matches("run(?!.* --plan ).*") ? changed : bare + option + mark.get().group(4);
        }

        /** Returns the lines that begin with a command of the program, without their explanations. */
        List<String> commands() {
            return lines.stream().filter(line -> line.startsWith(COMMAND)).map(Block::bare).toList();
        }

        private static String bare(String line) {
            return REDIRECTION.matcher(EXPLANATION.matcher(line).replaceFirst("")).replaceFirst("");
        }

        boolean isByForm() {
            return mark.get().group(2) != null;
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

    /** Returns the pages with commands that are run. */
    static List<Path> pages() throws IOException {
        return allPages().stream().filter(page -> blocks(page).stream().anyMatch(Block::isRun)).toList();
    }

    /** Returns all pages for users and contributors. */
    static List<Path> allPages() throws IOException {
        try (Stream<Path> docs = Files.walk(HOME.resolve("docs")); Stream<Path> examples = Files.walk(HOME.resolve("examples"))) {
            return Stream.of(Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(HOME::resolve), docs, examples)
                    .flatMap(Function.identity()).filter(page -> page.toString().endsWith(".md")).sorted().toList();
        }
    }

    private static List<Block> blocks(Path page) {
        List<String> lines = lines(page);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String before = i == 0 ? "" : lines.get(i - 1);
            boolean block = lines.get(i).strip().startsWith(FENCE);
            assertThat(before.matches("<!-- (run|file).*")).as("%s, line %d: a mark that is understood, before a block", page, i)
                    .isEqualTo(block && MARK.matcher(before).matches());
            if (block) {
                int begin = i + 1;
                i += lines.subList(begin, lines.size()).stream().map(String::strip).toList().indexOf(FENCE) + 1;
                blocks.add(new Block(HOME.relativize(page) + ", line " + begin,
                        MARK.matcher(before).results().findFirst(), lines.subList(begin, i)));
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
    void shouldRunEachBlockOrSayWhyNot() throws Exception {
        Set<String> stale = new HashSet<>(NOT_RUN.keySet());
        for (Path page : allPages()) {
            for (Block block : blocks(page)) {
                if (block.mark().isEmpty() && !block.commands().isEmpty()
                        && block.lines().stream().noneMatch(ELSEWHERE.asMatchPredicate())) {
                    String first = block.commands().getFirst();
                    assertThat(NOT_RUN).as(block.where() + " is not run: mark the block, or say here why not").containsKey(first);
                    stale.remove(first);
                }
            }
        }
        assertThat(stale).as("blocks that are not run, but are no longer there").isEmpty();
    }

    @Test
    void shouldNameOptionsThatThereAre() throws Exception {
        CommandLine all = HplCommand.withAll().setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true);
        collectErrors(all);
        int commands = examples(all, all);
        // the change log tells of options that were replaced since
        for (Path page : allPages().stream().filter(page -> !page.endsWith("CHANGELOG.md")).toList()) {
            for (Block block : blocks(page)) {
                for (String line : block.lines()) {
                    String bare = EXPLANATION.matcher(line.strip()).replaceFirst("");
                    for (MatchResult found : WITHIN.matcher(bare).results().toList()) {
                        commands++;
                        check(all, block.where(), found.group(1));
                    }
                }
            }
            String text = Pattern.compile("(?ms)^ *```.*?^ *```").matcher(Files.readString(page)).replaceAll("");
            for (MatchResult found : INLINE.matcher(text).results().toList()) {
                commands++;
                check(all, page.toString(), found.group(1).replaceAll("\\s+", " "));
            }
        }
        assertThat(misused).isEmpty();
        assertThat(commands).isGreaterThan(200);
    }

    /** Checks the examples in the help texts of a command and its subcommands, and returns their number. */
    private int examples(CommandLine all, CommandLine command) {
        List<MatchResult> found = Stream.of(command.getCommandSpec().usageMessage().footer()).flatMap(String::lines)
                .flatMap(line -> WITHIN.matcher(EXPLANATION.matcher(line.strip()).replaceFirst("")).results()).toList();
        found.forEach(example -> check(all, "help of " + command.getCommandName(), example.group(1)));
        return found.size() + command.getSubcommands().values().stream().mapToInt(sub -> examples(all, sub)).sum();
    }

    /** Notes what is wrong with a command line. A value or a word that a page leaves out may be missing. */
    private void check(CommandLine all, String where, String command) {
        String[] words = words(command).toArray(String[]::new);
        if (words.length > 0 && HplCommand.words().contains(words[0])) {
            CommandLine.ParseResult parsed = all.parseArgs(words);
            parsed.errors().stream().filter(problem -> !(problem instanceof CommandLine.MissingParameterException))
                    .forEach(problem -> misused.add(where + ": ./hpl " + command + ": " + problem.getMessage()));
            parsed.asCommandLineList().stream().flatMap(line -> line.getUnmatchedArguments().stream())
                    .forEach(word -> misused.add(where + ": ./hpl " + command + ": there is no " + word));
        }
    }

    private static void collectErrors(CommandLine line) {
        line.getCommandSpec().parser().collectErrors(true);
        line.getSubcommands().values().forEach(DocsTest::collectErrors);
    }

    @Test
    void shouldLinkToWhatIsThere() throws Exception {
        int links = 0;
        for (Path page : allPages()) {
            for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
                String target = link.group(1);
                if (!target.contains("://")) {
                    links++;
                    String[] parts = target.split("#", 2);
                    Path to = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
                    assertThat(to).as("%s: link to %s", page, target).exists();
                    if (parts.length == 2) {
                        assertThat(anchors(to)).as("%s: link to %s", page, target).contains(parts[1]);
                    }
                }
            }
        }
        assertThat(links).isGreaterThan(500);
    }

    /** Returns the anchors that GitHub gives the headings of a page. */
    private static List<String> anchors(Path page) {
        return lines(page).stream().filter(line -> line.startsWith("#")).map(line -> line.replaceFirst("#+ ", ""))
                .map(title -> title.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT))
                .map(title -> title.replaceAll("[^\\w\\- ]", "").replace(' ', '-')).toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldPrintWhatThePageShows(Path page) throws Exception {
        for (Block block : blocks(page)) {
            if (block.file() != null) {
                Path file = Files.write(folder.resolve(block.file()), block.lines());
                assertThatCode(() -> read(file)).as(block.where()).doesNotThrowAnyException();
            }
            if (!block.isRun()) {
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

    /** Reads a file as the commands do that take one. */
    private static void read(Path file) {
        String name = file.toString();
        switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "topology" -> TopologyFileReader.read(file);
            case "cluster" -> ClusterFileReader.read(file);
            case "plan" -> PlanFileReader.read(file);
            case "choices" -> ChoicesFileReader.read(file);
            default -> assertThat(file).isNotEmptyFile();
        }
    }

    private void check(Block block, String command, List<String> shown) throws IOException {
        List<String> expected = shown.stream().filter(line -> !line.isBlank()).toList();
        List<String> printed = new ArrayList<>();
        int code = !expected.isEmpty() && expected.getFirst().startsWith("hpl: ") ? ExitCode.USAGE
                : expected.stream().anyMatch(line -> line.startsWith("FAILED ")) ? ExitCode.FAILED : ExitCode.OK;
        assertThat(hpl(block.command(command), printed)).as("%s: %s%n%s", block.where(), command, String.join("\n", printed))
                .isEqualTo(code);
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
        Path report = folder.resolve("report of a run");
        // standard output of this process belongs to the tests
        Path standardOutput = folder.resolve("standard output");
        List<String> words = new ArrayList<>(words(command)
                .map(word -> FILE.matcher(word).matches() ? folder.resolve(word).toString() : word)
                .map(word -> word.startsWith("examples/") ? HOME.resolve(word).toString() : word)
                .map(word -> word.equals("-") ? standardOutput.toString() : word).toList());
        if (words.getFirst().equals("run")) {
            words.addAll(List.of("--bind", "none", "--history", "no", "--progress", "none"));
            if (!words.contains("--blas")) {
                // the fastest kernels differ from one busy machine to the next, and so do the phases that a run has
                words.addAll(List.of("--blas", "vector"));
            }
            if (!words.contains("--output")) {
                words.addAll(List.of("--output", report.toString()));
            }
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(System.out);
        int code = Main.execute(words.toArray(String[]::new));
        StringBuilder text = new StringBuilder();
        for (Path file : List.of(report, standardOutput)) {
            text.append(Files.exists(file) ? Files.readString(file) : "");
            Files.deleteIfExists(file);
        }
        text.append(said.toString(StandardCharsets.UTF_8));
        text.toString().replace(folder + "/", "").replace(HOME + "/", "").replaceAll("\\b" + Pattern.quote(HostName.local()) + "\\b", HOST)
                .replace(Machine.here().processor(), PROCESSOR).lines().filter(line -> !line.isBlank()).forEach(printed::add);
        return code;
    }

    private static Stream<String> words(String command) {
        return WORD.matcher(command).results().map(word -> word.group(1) != null ? word.group(1) : word.group(2));
    }
}
