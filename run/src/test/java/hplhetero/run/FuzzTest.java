package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import hplhetero.input.CaseExpander;
import hplhetero.input.HplDatReader;
import hplhetero.input.MapSpecReader;
import hplhetero.input.choices.ChoicesFileReader;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.cluster.PlanFileReader;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.IntParameter;
import hplhetero.input.text.OptionText;
import hplhetero.input.topology.PathTableFile;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.results.history.History;
import hplhetero.results.history.KeptTest;
import hplhetero.results.json.JsonFormatException;
import hplhetero.results.json.JsonReader;
import hplhetero.results.netlib.NetlibReader;
import hplhetero.run.launch.HostList;
import hplhetero.run.terminal.ErrorReport;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.Screen;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spoilt inputs, for each reader of what users write: it reads them, or refuses them in one short message that harms no terminal, soon
 * and within bounds of memory. Each day tries others: {@link DailySlice#TODAY}. {@code -Dhpl.fuzz.inputs} says how many inputs each reader
 * gets, {@code -Dhpl.fuzz.deep} how often something is repeated.
 */
@Slow
final class FuzzTest {
    private static final int INPUTS = Integer.getInteger("hpl.fuzz.inputs", 60);
    private static final long MOST_SECONDS = 10;
    private static final long MOST_ALLOCATED = 1L << 30;
    private static final int MOST_SHOWN = 9000;
    private static final int COLUMNS = 10_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Path CASES = Path.of("src", "test", "resources", "cases");
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Path NETS = Path.of("..", "input", "src", "test", "resources", "hplhetero", "input", "topology");
    private static final Path OUTPUTS = Path.of("..", "results", "src", "test", "resources");

    @TempDir
    private static Path folder;
    private static PrintStream out;
    private static PrintStream err;
    private static final ByteArrayOutputStream SHOWN = new ByteArrayOutputStream();

    /** What reads a file. */
    private interface Reader {
        void read(Path file) throws Exception;
    }

    /**
     * A reader and what it reads well.
     *
     * @param samples files; where one of them names others, those lie beside it
     */
    private record Target(String name, Reader reader, List<Path> samples) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void listen() {
        out = System.out;
        err = System.err;
        System.setOut(new Screen(SHOWN, COLUMNS, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(SHOWN, true, StandardCharsets.UTF_8));
    }

    @AfterAll
    static void giveBack() {
        System.setOut(out);
        System.setErr(err);
    }

    static List<Target> targets() throws IOException {
        Path tree = text("tree.topology", "fabric kary 2 levels=2 paths=2\nranks 0-3 nodes=0-3\nlids 0 -,1,0,1\nlids 1 0,-,1,0\n"
                + "lids 2 0,1,-,1\nlids 3 1,0,1,-\n");
        Path json = made("r.json", "run", "-N", "40", "--nb", "8", "-Q", "2", "--map", "cyclic", "--blas", "reference", "--workers", "1",
                "--progress", "none", "--history", "no", "--output", folder.resolve("r.out").toString(), "--json");
        Path plan = made("p.plan", "plan", "--cluster", EXAMPLES.resolve("five-boards.cluster").toString(), "-N", "2000", "--nb", "100",
                "--write");
        Path lids = text("t.lids", "lids 0 -,1,2\nlids 1 2,-,1\nlids 2 1,2,-\n");
        Path choices = made("c.choices", "net", "bench", "--simulated", "--topology", tree.toString(), "--collective", "bcast", "--bytes",
                "8,1Ki", "--calls", "3", "--progress", "none", "--write");
        List<Path> clusters = List.of(EXAMPLES.resolve("five-boards.cluster"), EXAMPLES.resolve("classroom.cluster"),
                EXAMPLES.resolve("fugaku-like.cluster"), EXAMPLES.resolve("fat-tree-648.cluster"));
        Path yaml = text("topology.yaml", "- topology: t\n  block:\n    block_sizes: [2, 4]\n    blocks:\n      - block: b1\n"
                + "        nodes: n[1-2]\n      - block: b2\n        nodes: n[3-4]\n");
        List<Path> topologies = List.of(tree, yaml, CASES.resolve("c71-slurm-topology.conf"),
                text("mesh", "fabric mesh 4x3w\nrank 0 node=1\n"),
                text("tofu", "fabric tofu 2x2x2\nranks 0-7 nodes=0-7\n"),
                text("fattree", "fabric fattree\nlevel 1 children=4\nlevel 2 children=3 parents=2 cables=2\n"
                        + "ranks 0-3 nodes=0-6/2 slots=2,5\n"),
                text("table", "fabric table routes=shortest\nnode n[0-3] slots=2\nswitch leaf[0-1],root0\nlink n[0-1] leaf0\n"
                        + "link n[2-3] leaf1\nlink leaf[0-1] root0 cables=2 bandwidth=0.5\nroute leaf0 2-3 via=root0 cable=1\n"),
                EXAMPLES.resolve("fat-tree-648.topology"), EXAMPLES.resolve("fugaku-like.topology"),
                EXAMPLES.resolve("dragonfly-72.topology"), EXAMPLES.resolve("hyperx-64.topology"));
        return List.of(
                new Target("HPL.dat", file -> CaseExpander.expand(HplDatReader.read(file).sweep(), MapSpecReader.parse("cyclic")),
                        cases(".*\\.dat")),
                new Target("host file", HostList::read, cases("c36.*|c37.*|c40.*|c42.*|c44.*")),
                new Target("--hosts", text(HostList::parse), lines("a:2,b:2,c", "n[01-04,7]:2,me@x", "[::1]:2,::1,fe80::1%eth0")),
                new Target("--map", text(MapSpecReader::parse), lines("cells:0,1/2,3", "weighted:2,1/1,3", "cyclic")),
                new Target("-N", text(text -> OptionText.integers("-N", text, IntParameter.N)), lines("1,000", "100,200,300")),
                new Target("--bytes", text(text -> QuantityText.sizes("--bytes", text, 1L << 30)), lines("8,1Ki,64Ki", "1M")),
                new Target("--latency", text(text -> QuantityText.seconds("--latency", text)), lines("20us", "1.5e-3 s")),
                new Target("--mem", text(text -> QuantityText.memory("--mem", text)), lines("16GiB")),
                new Target("cluster file", ClusterFileReader::read, clusters),
                new Target("plan file", PlanFileReader::read, List.of(plan)),
                new Target("topology file", TopologyFileReader::read, topologies),
                new Target("InfiniBand", FuzzTest::infiniBand, both(files(NETS, ".*\\.(ibnetdiscover|lfts|opensm|net)"),
                        cases("c45.*|c47.*"))),
                new Target("table of paths", PathTableFile::read, List.of(lids)),
                new Target("choices", ChoicesFileReader::read, List.of(choices)),
                new Target("JSON", file -> JsonReader.read(file.toString(), Files.readAllBytes(file)), List.of(json)),
                new Target("history", FuzzTest::history, List.of(kept(json))),
                new Target("netlib's output", file -> KeptTest.ofNetlib("run", NetlibReader.read(Files.readAllBytes(file), ZoneOffset.UTC),
                        "", Instant.EPOCH), both(cases(".*\\.out|.*\\.csv"), files(OUTPUTS, ".*\\.(out|txt)"))),
                new Target("report", command("report", "FILE", "--history", "no", "--output", folder.resolve("r.html").toString()),
                        List.of(json)),
                new Target("compare", command("compare", "FILE", "FILE"), both(List.of(json), cases(".*\\.out"))),
                new Target("predict", command("predict", "--cluster", "FILE", "-N", "500", "--nb", "100", "--no-sensitivity"),
                        List.of(EXAMPLES.resolve("five-boards.cluster"), EXAMPLES.resolve("classroom.cluster"))),
                new Target("net predict", command("net", "predict", "--topology", "FILE", "--collective", "bcast", "--bytes", "8"),
                        topologies.subList(0, 6)));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void shouldReadOrRefuse(Target target) throws Exception {
        Mutator mutator = new Mutator(DailySlice.TODAY.day() * 31 + target.name().hashCode());
        Path file = Files.createDirectories(folder.resolve("spoilt")).resolve("input");
        for (int i = 0; i < INPUTS; i++) {
            Path sample = target.samples().get(i % target.samples().size());
            byte[] input = mutator.spoilt(Files.readAllBytes(sample));
            Files.write(file, input);
            String which = target.name() + " of " + sample.getFileName() + ", input " + i + " of seed " + DailySlice.TODAY.day();
            try {
                tried(target.reader(), file, which);
            } catch (AssertionError found) {
                Path kept = Files.createDirectories(Path.of("target", "fuzz")).resolve(which.replaceAll("\\W+", "-"));
                Files.write(kept, input);
                throw new AssertionError(which + ", kept as " + kept + ": " + found.getMessage(), found);
            }
        }
    }

    private static void tried(Reader reader, Path file, String which) throws InterruptedException {
        SHOWN.reset();
        FutureTask<Long> task = new FutureTask<>(() -> {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            reader.read(file);
            return THREADS.getCurrentThreadAllocatedBytes() - before;
        });
        Thread thread = Thread.ofPlatform().daemon().name("fuzz").start(task);
        double seconds = BusyMachine.seconds(MOST_SECONDS);
        try {
            assertThat(task.get((long) seconds, TimeUnit.SECONDS)).as("bytes allocated").isLessThan(MOST_ALLOCATED);
        } catch (TimeoutException late) {
            StackTraceElement[] at = thread.getStackTrace();
            fail("still reads after " + seconds + " s: " + List.of(at).subList(0, Math.min(12, at.length)));
        } catch (ExecutionException thrown) {
            if (!(thrown.getCause() instanceof InputException || thrown.getCause() instanceof JsonFormatException)) {
                throw new AssertionError("threw " + thrown.getCause(), thrown.getCause());
            }
            ErrorReport.tell(thrown.getCause());
        }
        String said = SHOWN.toString(StandardCharsets.UTF_8);
        assertThat(said).as(which).doesNotContain("internal error", "out of memory").doesNotContainPattern("[\\p{Cc}\\u202e&&[^\n\t]]");
        assertThat(said.lines().filter(line -> line.startsWith("hpl: "))).as(which).allMatch(line -> line.length() < MOST_SHOWN);
    }

    private static Reader text(Consumer<String> parser) {
        return file -> parser.accept(Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    private static Reader command(String... words) {
        return file -> assertThat(Main.execute(Stream.of(words).map(word -> word.equals("FILE") ? file.toString() : word)
                .toArray(String[]::new))).as(SHOWN.toString(StandardCharsets.UTF_8)).isBetween(0, ExitCode.USAGE);
    }

    /** A fabric of which one of three files is spoilt: the sample's name says which. */
    private static void infiniBand(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Path place = Files.createDirectories(folder.resolve("net"));
        boolean cables = text.contains("Switch\t") || text.contains("Ca\t");
        boolean head = text.contains("infiniband");
        Files.copy(cables ? file : NETS.resolve("tree.lmc0.ibnetdiscover"), place.resolve("c"), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(cables || head ? NETS.resolve("tree.lmc0.lfts") : file, place.resolve("t"),
                StandardCopyOption.REPLACE_EXISTING);
        TopologyFileReader.read(head && !cables ? file : Files.writeString(place.resolve("n"), "fabric infiniband cables=c tables=t\n"));
    }

    /** The history that has the test of a file of results. */
    private static Path kept(Path json) throws IOException {
        Path place = folder.resolve("well");
        new History(place).append(KeptTest.of("run", JsonReader.read("", Files.readAllBytes(json)), Instant.EPOCH));
        return place.resolve("history.jsonl");
    }

    private static void history(Path file) throws IOException {
        Path place = Files.createDirectories(folder.resolve("kept"));
        Files.copy(file, place.resolve("history.jsonl"), StandardCopyOption.REPLACE_EXISTING);
        new History(place).read();
    }

    private static List<Path> both(List<Path> some, List<Path> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static List<Path> cases(String names) throws IOException {
        return files(CASES, names);
    }

    private static List<Path> files(Path where, String names) throws IOException {
        try (Stream<Path> all = Files.list(where)) {
            return all.filter(file -> file.getFileName().toString().matches(names)).sorted().toList();
        }
    }

    private static Path text(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<Path> lines(String... lines) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String line : lines) {
            all.add(text("line" + Integer.toHexString(line.hashCode()), line));
        }
        return all;
    }

    /** What a command writes into the file that is its last word. */
    private static Path made(String name, String... words) {
        Path file = folder.resolve(name);
        List<String> all = new ArrayList<>(List.of(words));
        all.add(file.toString());
        assertThat(Main.execute(all.toArray(String[]::new))).as(SHOWN.toString(StandardCharsets.UTF_8)).isZero();
        return file;
    }
}
