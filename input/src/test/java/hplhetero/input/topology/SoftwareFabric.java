package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.network.topology.Fabric;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A fabric that ibsim plays, for OpenSM and the tools that one asks a real one with. Its folder holds what OpenSM remembers. */
final class SoftwareFabric implements AutoCloseable {
    private static final long MOST_SECONDS = 300;

    private final Path folder;
    private final Process simulator;

    /** @param net cables, as make-samples.sh writes them; its first node is called n0 */
    SoftwareFabric(Path folder, String net) throws IOException {
        this.folder = folder;
        Files.writeString(folder.resolve("fabric.net"), net);
        simulator = in(new ProcessBuilder("ibsim", "-s", "-n", "fabric.net")).redirectErrorStream(true).start();
        BufferedReader lines = simulator.inputReader();
        String line = lines.readLine();
        while (line != null && !line.contains("Network simulator ready")) {
            line = lines.readLine();
        }
        assertThat(line).as("ibsim is ready").isNotNull();
    }

    private ProcessBuilder in(ProcessBuilder process) {
        process.environment().merge("PATH", "/usr/sbin", (path, more) -> path + ":" + more);
        process.environment().put("IBSIM_SOCKNAME", "test" + ProcessHandle.current().pid() + "-" + Math.abs(folder.hashCode()));
        process.environment().put("SIM_HOST", "n0");
        process.environment().put("OSM_TMP_DIR", folder.toString());
        process.environment().put("OSM_CACHE_DIR", folder.toString());
        return process.directory(folder.toFile());
    }

    private String run(String name, List<String> command) throws IOException, InterruptedException {
        Path out = folder.resolve(name);
        Process process = in(new ProcessBuilder(command)).redirectErrorStream(true).redirectOutput(out.toFile()).start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).as(command.toString()).isTrue();
            assertThat(process.exitValue()).as(command + ": " + Files.readString(out)).isZero();
        } finally {
            process.destroy();
        }
        return Files.readString(out);
    }

    /**
     * Runs the subnet manager until the subnet is up.
     *
     * @return its log
     */
    String opensm(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ibsim-run", "opensm", "-o", "-e", "-D", "0x43", "-f", "opensm.log"));
        command.addAll(List.of(options));
        run("opensm.out", command);
        String log = Files.readString(folder.resolve("opensm.log"));
        assertThat(log).contains("SUBNET UP");
        return log;
    }

    /** Has OpenSM route by these tables, and by nothing else. */
    void load(String tables, String... options) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("designed.lft"), tables);
        List<String> all = new ArrayList<>(List.of("-R", "file,no_fallback", "-U", "designed.lft"));
        all.addAll(List.of(options));
        assertThat(opensm(all.toArray(String[]::new))).contains("file tables configured on all switches")
                .doesNotContain("minhop").doesNotContain("PARSE").doesNotContain("ERR ").doesNotContain("collision");
    }

    Path cables() {
        return folder.resolve("ibnetdiscover");
    }

    Path tables() {
        return folder.resolve("tables");
    }

    /** What the fabric's switches say now. */
    Subnet dump(String tool) throws IOException, InterruptedException {
        run("ibnetdiscover", List.of("ibsim-run", "ibnetdiscover"));
        run("tables", List.of("ibsim-run", tool));
        Subnet subnet = InfiniBandReader.read(cables(), tables(), Fabric.ANY_SLOTS);
        InfiniBandWalk.checkAll(subnet.fabric(), cables(), tables());
        return subnet;
    }

    @Override
    public void close() {
        simulator.destroy();
        simulator.onExit().orTimeout(MOST_SECONDS, TimeUnit.SECONDS).join();
    }
}
