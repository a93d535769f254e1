package hplhetero.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.bench.cluster.Measurements.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasurementsTest {
    private final EmulatedCluster cluster = EmulatedCluster.parse("2,2/4,4");
    private final SlowedJob weighted = SlowedJob.ours(cluster, cluster.weightedMap());

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void nameIt() {
        file = folder.resolve("measurements.csv");
    }

    @Test
    void shouldGoOnWhereItWas() throws IOException {
        Measurements.open(file).add(weighted, 2000, 1, new Rate(128, 41.25, 1.5));
        Measurements again = Measurements.open(file);
        assertThat(again.get(weighted, 2000, 1)).contains(new Rate(128, 41.25, 1.5));
        assertThat(again.get(weighted, 2000, 2)).isEmpty();
        assertThat(again.get(weighted, 4000, 1)).isEmpty();
        assertThat(again.get(SlowedJob.netlib(cluster), 2000, 1)).isEmpty();
    }

    @Test
    void shouldReadAFileThatDoesNotTellWhatCameBeforeTheClock() throws IOException {
        Files.writeString(file, "job,n,round,nb,gflops\n\"" + weighted.key() + "\",2000,1,128,41.25\n");
        assertThat(Measurements.open(file).get(weighted, 2000, 1)).contains(new Rate(128, 41.25, Double.NaN));
    }

    @Test
    void shouldDropALineThatWasCutOff() throws IOException {
        Measurements.open(file).add(weighted, 2000, 1, new Rate(128, 41.25, 1.5));
        Files.writeString(file, "\"ours 2x2 2/2/4/4 weig", StandardOpenOption.APPEND);
        Measurements.open(file).add(weighted, 2000, 2, new Rate(96, 40, Double.NaN));
        assertThat(Measurements.open(file).get(weighted, 2000, 2)).contains(new Rate(96, 40, Double.NaN));
        assertThat(Files.readAllLines(file)).hasSize(3);
    }

    @Test
    void shouldSayWhichLineIsNoneOfIts() throws IOException {
        for (String line : new String[] {"\"a\",1,2", "a,1,1,1,1", "\"a\",x,1,1,1", "\"a,1,1,1,1"}) {
            Files.writeString(file, "job,n,round,nb,gflops\n" + line + "\n");
            assertThatThrownBy(() -> Measurements.open(file)).isInstanceOf(IOException.class)
                    .hasMessageContaining("line 2").hasMessageContaining(line);
        }
    }
}
