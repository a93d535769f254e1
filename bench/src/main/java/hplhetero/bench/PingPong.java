package hplhetero.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a ping-pong in Java and the same in C over the same MPI, in alternation, and prints times and ratios. */
@Command(name = "bench/pingpong", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Compares messages through the transport mpi with the same in C.")
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
        System.exit(new CommandLine(new PingPong()).setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((problem, line, parsed) -> {
                    System.err.println("bench: " + problem.getMessage());
                    return 1;
                }).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        System.out.println("# " + rounds + " rounds; median (least..most); ratio within a round");
        System.out.println();
        System.out.println("| MPI | message | Java | C | Java / C |");
        System.out.println("|---|---|---:|---:|---:|");
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
        List<Map<Integer, Double>> java = new ArrayList<>();
        List<Map<Integer, Double>> c = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            java.add(run(mpi, folder, List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                    PingPongRank.class.getName())));
            c.add(run(mpi, folder, List.of(folder.resolve("pingpong").toString())));
        }
        row(mpi, "8 B, half round trip, us", values(java, SHORT, 1e6, false), values(c, SHORT, 1e6, false));
        row(mpi, "1 MiB, MB/s", values(java, LONG, LONG / 1e6, true), values(c, LONG, LONG / 1e6, true));
    }

    private static Map<Integer, Double> run(Mpi mpi, Path folder, List<String> program)
            throws IOException, InterruptedException {
        List<String> command = Stream.of(mpi.command(), program, SIZES).flatMap(List::stream).toList();
        return PingPongOutput.seconds(Commands.run(folder, Map.of(), command));
    }

    private static List<Double> values(List<Map<Integer, Double>> rounds, int bytes, double scale, boolean rate) {
        return rounds.stream().map(round -> rate ? scale / round.get(bytes) : scale * round.get(bytes)).toList();
    }

    private static void row(Mpi mpi, String what, List<Double> java, List<Double> c) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < java.size(); i++) {
            ratios.add(java.get(i) / c.get(i));
        }
        int digits = what.endsWith("us") ? 3 : 0;
        System.out.printf(Locale.ROOT, "| %s | %s | %s | %s | %s |%n", mpi.name().toLowerCase(Locale.ROOT), what,
                Spread.of(java).text(digits), Spread.of(c).text(digits), Spread.of(ratios).text(3));
    }
}
