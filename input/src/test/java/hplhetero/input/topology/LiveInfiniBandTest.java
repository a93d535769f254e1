package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.TableFabric;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tools that are installed here, on a fabric that they run now: their output has not changed since the samples were made. */
@Needs(Component.INFINIBAND)
class LiveInfiniBandTest {
    private static final long MOST_SECONDS = 300;

    @TempDir
    Path folder;

    private void copy(String name) throws IOException {
        try (InputStream in = LiveInfiniBandTest.class.getResourceAsStream(name)) {
            Files.copy(in, folder.resolve(name));
        }
    }

    @ParameterizedTest
    @CsvSource({"cables, 2, updn, 4", "missing, 1, dfsssp, 2"})
    void shouldReadAFabricThatRunsNow(String name, String lmc, String engine, int paths) throws IOException, InterruptedException {
        copy("make-samples.sh");
        copy(name + ".net");
        Process process = new ProcessBuilder("bash", "make-samples.sh", name, lmc, engine).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(folder.resolve("log"))).isZero();
        } finally {
            process.destroy();
        }
        Path cables = folder.resolve(name + ".lmc" + lmc + ".ibnetdiscover");
        Path tables = folder.resolve(name + ".lmc" + lmc + ".lfts");
        TableFabric fabric = InfiniBandReader.read(cables, tables, Fabric.ANY_SLOTS).fabric();
        assertThat(fabric.paths()).isEqualTo(paths);
        InfiniBandWalk.checkAll(fabric, cables, tables);
        Path ports = folder.resolve(name + ".lmc" + lmc + ".ports");
        if (Files.exists(ports)) {
            TableFabric reported = InfiniBandReader.read(ports, tables, Fabric.ANY_SLOTS).fabric();
            assertThat(IntStream.range(0, reported.links()).mapToObj(reported::link))
                    .containsExactlyElementsOf(IntStream.range(0, fabric.links()).mapToObj(fabric::link).toList());
        }
    }
}
