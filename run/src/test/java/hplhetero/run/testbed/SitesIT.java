package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run sends over the slow link between two groups of hosts, as the link counts it. */
@Needs(Component.OPEN_MPI)
final class SitesIT {
    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();
    private static final int N = 499;
    private static final int NB = 16;

    @TempDir
    private Path folder;

    /**
     * Bytes that cross between the sites, in parts of 4 N^2 bytes. Each panel crosses once, though neighbours sit at two sites;
     * HierarchicalBroadcastTest has other orders. Where the boundary parts process columns, U crosses too, and half of the other rows.
     * Headers and the back substitution add some 0.15 where N is so small.
     */
    @ParameterizedTest
    @Daily(2)
    @CsvSource({"1, 4, acbd, 1.25", "2, 2, abcd, 1.9"})
    void shouldCrossASlowLinkNoOftenerThanItMust(int p, int q, String order, double most) throws Exception {
        StringBuilder cluster = new StringBuilder("""
                site near hosts=a,b
                site far hosts=c,d
                link other-host latency=50us bandwidth=1 Gbit/s
                link other-site latency=50us bandwidth=100 Mbit/s
                """);
        for (int rank = 0; rank < order.length(); rank++) {
            cluster.append("rank ").append(rank).append(" host=").append(order.charAt(rank)).append(" speed=10 GFLOPS\n");
        }
        Files.writeString(folder.resolve("hosts.cluster"), cluster);
        Ended ended = new TestBed(folder).run("-n 4 --groups 2 --rate 1gbit --trunk 100mbit", TestBed.EXPORT_BRIEF + """
                export HPL_NO_BUILD=1 HPL_HISTORY=no XDG_CACHE_HOME=%s
                $TESTBED_CTL watch-bytes > bytes & watch=$!
                mpirun.openmpi $TESTBED_OPENMPI -x HPL_NO_BUILD -x HPL_JAVA_OPTS --host %s \\
                  %s run -N %d --nb %d -P %d -Q %d --map cyclic --cluster $PWD/hosts.cluster \\
                  --blas native --workers 1 --check no --progress none --json $PWD/results.json
                code=$?
                kill $watch
                exit $code
                """.formatted(System.getProperty("hpl.cache"), String.join(",", order.split("")), HPL, N, NB, p, q));
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        String results = Files.readString(folder.resolve("results.json"));
        assertThat(results).contains("\"status\" : \"passed\"");
        NavigableMap<Double, Double> counted = counted();
        // a count may be late; hardly anything crosses after the end
        double crossed = (counted.ceilingEntry(moment(results, "end")).getValue()
                - counted.floorEntry(moment(results, "start")).getValue()) / (4.0 * N * N);
        // sites that are not known take 2.3 and 2.0
        assertThat(crossed).isBetween(1.0, most);
    }

    private static double moment(String results, String key) {
        Matcher matcher = Pattern.compile("\"" + key + "\" : \"([^\"]+)\"").matcher(results);
        assertThat(matcher.find()).as(key).isTrue();
        Instant moment = Instant.parse(matcher.group(1));
        return moment.getEpochSecond() + moment.getNano() * 1e-9;
    }

    /** Bytes both ways, by the seconds since 1970 at which they were counted. */
    private NavigableMap<Double, Double> counted() throws IOException {
        NavigableMap<Double, Double> counted = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("bytes"))) {
            String[] words = line.split(" ");
            if (words.length == 3) {
                counted.put(Double.parseDouble(words[0]), Double.parseDouble(words[1]) + Double.parseDouble(words[2]));
            }
        }
        return counted;
    }
}
