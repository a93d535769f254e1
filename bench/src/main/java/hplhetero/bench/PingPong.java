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

/**
 * A benchmark that compares a message through our transports with one sent in C over an MPI. The MPI starts all programs, which take turns;
 * on a test bed they run on its first two hosts.
 */
@Command(name = "bench/pingpong", mixinStandardHelpOptions = true, sortOptions = false,
        header = "What does a message through our transports cost beside the same in C over an MPI?")
final class PingPong implements Callable<Integer> {

    /** The MPIs that are known. Several may be installed side by side. */
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
            if (System.getenv(BED_HOSTS) != null) {
                String[] hosts = System.getenv(BED_HOSTS).split(",");
                command.subList(1, 3).clear();
                command.addAll(1, List.of(System.getenv("TESTBED_" + name()).split(" ")));
                command.addAll(1, List.of(this == OPENMPI ? "--host" : "-hosts", hosts[0] + "," + hosts[1]));
                if (this == OPENMPI) {
                    command.addAll(1, List.of("-x", "UCX_TLS=tcp,self", "-x", "UCX_NET_DEVICES=eth0"));
                }
            } else if (this == OPENMPI && "root".equals(System.getProperty("user.name"))) {
                command.add(1, "--allow-run-as-root");
            }
            return command;
        }
    }

    /** The environment variable with the hosts' names, which is set on a test bed. */
    private static final String BED_HOSTS = "TESTBED_HOSTS";
    private static final int SHORT = 8;
    private static final int LONG = 1 << 20;

    @Option(names = "--mpi", split = ",", defaultValue = "OPENMPI,MPICH",
            description = "${COMPLETION-CANDIDATES} (default: both).")
    private List<Mpi> mpis;

    @Option(names = "--transport", split = ",", defaultValue = "mpi",
            description = "Of ours: mpi, llc, llc:shm, llc:tcp, llc:ucx (default: ${DEFAULT-VALUE}).")
    private List<String> transports;

    @Option(names = "--blocks", defaultValue = "1000",
            description = "Blocks of 1000 short messages that count, of 10 long ones a fifth (default ${DEFAULT-VALUE}).")
    private int blocks;

    @Option(names = "--rounds", defaultValue = "7", description = "Rounds (default ${DEFAULT-VALUE}).")
    private int rounds;

    public static void main(String[] arguments) {
        Program.run(new PingPong(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("--rounds", List.of(rounds));
        Program.requirePositive("--blocks", List.of(blocks));
        System.out.println("# " + rounds + " rounds; median (least..most); ratio within a round; the same in C at the thread level of a"
                + " program with several threads, as a JVM is (MPI_THREAD_FUNNELED), and of one without (MPI_THREAD_SINGLE)");
        System.out.println();
        System.out.println("| MPI | message | transport | Java | C, FUNNELED | Java / C | C, SINGLE | Java / C |");
        System.out.println("|---|---|---|---:|---:|---:|---:|---:|");
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
        List<List<String>> programs = new ArrayList<>();
        for (String transport : transports) {
            programs.add(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
                    "-cp", System.getProperty("java.class.path"), PingPongRank.class.getName(), transport));
        }
        String theirs = folder.resolve("pingpong").toString();
        programs.add(List.of(theirs, "funneled"));
        programs.add(List.of(theirs, "single"));
        List<List<Map<Integer, Double>>> seconds = new ArrayList<>();
        programs.forEach(p -> seconds.add(new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < programs.size(); i++) {
                seconds.get(i).add(run(mpi, folder, programs.get(i)));
            }
        }
        rows(mpi, "8 B, half round trip, us", 3, seconds.stream().map(all -> values(all, s -> 1e6 * s.get(SHORT))).toList());
        rows(mpi, "1 MiB, MB/s", 0, seconds.stream().map(all -> values(all, s -> LONG / 1e6 / s.get(LONG))).toList());
    }

    /** Returns for each size: bytes, messages of a block, blocks that warm up, blocks that count. */
    private List<String> sizes() {
        return Stream.of(SHORT, 1000, Math.max(1, 3 * blocks / 10), blocks, LONG, 10, Math.max(1, blocks / 50), Math.max(1, blocks / 5))
                .map(String::valueOf).toList();
    }

    private Map<Integer, Double> run(Mpi mpi, Path folder, List<String> program)
            throws IOException, InterruptedException {
        List<String> command = Stream.of(mpi.command(), program, sizes()).flatMap(List::stream).toList();
        return PingPongOutput.seconds(Commands.run(folder, Map.of(), command));
    }

    private static List<Double> values(List<Map<Integer, Double>> rounds, ToDoubleFunction<Map<Integer, Double>> value) {
        return rounds.stream().map(value::applyAsDouble).toList();
    }

    /**
     * Prints a table row for each of our transports.
     *
     * @param programs the values of each of our transports, then of each program in C, by rounds
     */
    private void rows(Mpi mpi, String what, int digits, List<List<Double>> programs) {
        for (int t = 0; t < transports.size(); t++) {
            StringBuilder row = new StringBuilder("| " + mpi.name().toLowerCase(Locale.ROOT) + " | " + what + " | " + transports.get(t)
                    + " | ");
            List<Double> ours = programs.get(t);
            row.append(Spread.of(ours).text(digits)).append(" |");
            for (List<Double> theirs : programs.subList(transports.size(), programs.size())) {
                List<Double> ratios = IntStream.range(0, ours.size()).mapToObj(i -> ours.get(i) / theirs.get(i)).toList();
                row.append(' ').append(Spread.of(theirs).text(digits)).append(" | ").append(Spread.of(ratios).text(3)).append(" |");
            }
            System.out.println(row);
        }
    }
}
