package hplhetero.bench;

import hplhetero.bench.peer.Commands;
import hplhetero.bench.peer.PingPongOutput;
import hplhetero.bench.peer.PingPongRank;
import hplhetero.bench.peer.TemporaryFolder;
import hplhetero.bench.report.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What does a message through the transport mpi cost beside the same in C? Both run over the same MPI in alternation. */
@Command(name = "bench/pingpong", mixinStandardHelpOptions = true, sortOptions = false,
        header = "What does a message through the transport mpi cost beside the same in C?")
final class PingPong implements Callable<Integer> {

    /** The MPIs that are known; both may be installed side by side. */
    enum Mpi {
        OPENMPI("mpicc.openmpi", "mpirun.openmpi", "--bind-to", "core", "-np", "2"),
        MPICH("mpicc.mpich", "mpiexec.mpich", "-bind-to", "core", "-np", "2");

        private final String compiler;
        private final List<String> launcher;

        Mpi(String compiler, String... launcher) {
            this.compiler = compiler;
            this.launcher = List.of(launcher);
        }

        private List<String> command() {
            List<String> command = new ArrayList<>(launcher);
            if (this == OPENMPI && "root".equals(System.getProperty("user.name"))) {
                command.add(1, "--allow-run-as-root");
            }
            return command;
        }
    }

    /** For each size: bytes, messages of a block, blocks that warm up, blocks that count. */
    private static final List<String> SIZES = List.of("8", "1000", "300", "1000", "1048576", "10", "20", "200");
    private static final int SHORT = 8;
    private static final int LONG = 1 << 20;

    @Option(names = "--mpi", split = ",", defaultValue = "OPENMPI,MPICH",
            description = "${COMPLETION-CANDIDATES} (default: both).")
    private List<Mpi> mpis;

    @Option(names = "--rounds", defaultValue = "7", description = "Rounds (default ${DEFAULT-VALUE}).")
    private int rounds;

    public static void main(String[] arguments) {
        Program.run(new PingPong(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("--rounds", List.of(rounds));
        System.out.println("# " + rounds + " rounds; median (least..most); ratio within a round; the same in C at the thread level of a"
                + " program with several threads, as a JVM is (MPI_THREAD_FUNNELED), and of one without (MPI_THREAD_SINGLE)");
        System.out.println();
        System.out.println("| MPI | message | Java | C, FUNNELED | Java / C | C, SINGLE | Java / C |");
        System.out.println("|---|---|---:|---:|---:|---:|---:|");
        for (Mpi mpi : mpis) {
            try (TemporaryFolder folder = TemporaryFolder.create("pingpong")) {
                compare(mpi, folder.path());
            }
        }
        return 0;
    }

    private void compare(Mpi mpi, Path folder) throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("bench.home", "")).toAbsolutePath();
        Commands.run(folder, Map.of(), List.of(mpi.compiler, "-O2", "-o", "pingpong",
                home.resolve("bench/src/main/c/pingpong.c").toString()));
        List<String> ours = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), PingPongRank.class.getName());
        String theirs = folder.resolve("pingpong").toString();
        List<List<String>> programs = List.of(ours, List.of(theirs, "funneled"), List.of(theirs, "single"));
        List<List<Map<Integer, Double>>> seconds = new ArrayList<>();
        programs.forEach(p -> seconds.add(new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < programs.size(); i++) {
                seconds.get(i).add(run(mpi, folder, programs.get(i)));
            }
        }
        row(mpi, "8 B, half round trip, us", 3, seconds.stream().map(all -> values(all, s -> 1e6 * s.get(SHORT))).toList());
        row(mpi, "1 MiB, MB/s", 0, seconds.stream().map(all -> values(all, s -> LONG / 1e6 / s.get(LONG))).toList());
    }

    private static Map<Integer, Double> run(Mpi mpi, Path folder, List<String> program)
            throws IOException, InterruptedException {
        List<String> command = Stream.of(mpi.command(), program, SIZES).flatMap(List::stream).toList();
        return PingPongOutput.seconds(Commands.run(folder, Map.of(), command));
    }

    private static List<Double> values(List<Map<Integer, Double>> rounds, ToDoubleFunction<Map<Integer, Double>> value) {
        return rounds.stream().map(value::applyAsDouble).toList();
    }

    /** @param programs the values of ours, then of each other, by rounds */
    private static void row(Mpi mpi, String what, int digits, List<List<Double>> programs) {
        StringBuilder row = new StringBuilder("| " + mpi.name().toLowerCase(Locale.ROOT) + " | " + what + " | ");
        List<Double> ours = programs.getFirst();
        row.append(Spread.of(ours).text(digits)).append(" |");
        for (List<Double> theirs : programs.subList(1, programs.size())) {
            List<Double> ratios = IntStream.range(0, ours.size()).mapToObj(i -> ours.get(i) / theirs.get(i)).toList();
            row.append(' ').append(Spread.of(theirs).text(digits)).append(" | ").append(Spread.of(ratios).text(3)).append(" |");
        }
        System.out.println(row);
    }
}
