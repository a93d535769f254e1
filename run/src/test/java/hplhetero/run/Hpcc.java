package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Netlib's own code: Debian's hpcc, which runs HPL 2.0 over an HPL.dat after seven other benchmarks. Those work on as many
 * bytes as the largest N, for seconds if many ranks share few cores, so many ranks want N of a few hundred.
 *
 * <p>Where netlib ends with an error, hpcc takes values of its own and goes on; a file keeps those small.
 *
 * @param folder where it runs; its files are made anew by each run
 */
record Hpcc(Path folder) {
    private static final Pattern TUNING = Pattern.compile("(OPENBLAS|GOTO|MKL|BLIS|OMP)_.*");
    private static final int TIMEOUT_SECONDS = 300;

    /**
     * How it ended.
     *
     * @param text  what HPL wrote
     * @param error standard error, where HPL complains of its input
     */
    record Ended(NetlibText text, String error) {
    }

    /** A test is left out where hpcc is not installed. */
    static void require() {
        Requirements.require(Component.NETLIB_HPL, Component.OPEN_MPI);
    }

    /**
     * Runs it.
     *
     * @param ranks processes, all of which the other benchmarks use
     * @param dat   the 31 lines
     */
    Ended run(int ranks, String dat) throws IOException, InterruptedException {
        Files.deleteIfExists(folder.resolve("hpccoutf.txt"));
        Files.writeString(folder.resolve("hpccinf.txt"), dat + "further sizes of PTRANS: none\n0\n1\n0\n1\n");
        Files.writeString(folder.resolve("hpccmemf.txt"), "Total=1\n");
        Path error = folder.resolve("stderr");
        Process process = builder(ranks).redirectOutput(folder.resolve("stdout").toFile()).redirectError(error.toFile()).start();
        double seconds = BusyMachine.seconds(TIMEOUT_SECONDS);
        if (!process.waitFor((long) seconds, TimeUnit.SECONDS)) {
            process.destroy();
            throw new IOException("hpcc still runs after " + seconds + " s, with\n" + dat);
        }
        String err = Files.readString(error);
        assertThat(process.exitValue()).as("exit code of hpcc, which said: %s", err).isZero();
        return new Ended(new NetlibText(hpl(Files.readAllLines(folder.resolve("hpccoutf.txt")))), err);
    }

    private ProcessBuilder builder(int ranks) {
        List<String> command = new ArrayList<>();
        // one rank needs no launcher, which takes longer than HPL
        if (ranks > 1) {
            command.addAll(Starters.OPEN_MPI.ranks(ranks));
            command.addAll(List.of("--mca", "mpi_yield_when_idle", "1"));
        }
        command.add("hpcc");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> TUNING.matcher(name).matches());
        builder.environment().put("OMP_NUM_THREADS", "1");
        return builder;
    }

    private static List<String> hpl(List<String> report) {
        int begin = report.indexOf("Begin of HPL section.") + 1;
        List<String> section = report.subList(begin, report.indexOf("End of HPL section."));
        return section.stream().takeWhile(line -> !line.startsWith("Current time (")).toList();
    }
}
