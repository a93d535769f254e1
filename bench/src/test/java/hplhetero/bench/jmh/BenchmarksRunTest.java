package hplhetero.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A benchmark that nobody calls between two measurements must not rot: each runs once here, with the check of its answer. */
final class BenchmarksRunTest {

    @Test
    void shouldFindTheAnswerOfEachBenchmark() throws Exception {
        // in this JVM, with sizes that no kernel divides evenly
        Options once = new OptionsBuilder().include("hplhetero\\.bench\\.jmh\\..*").forks(0).warmupIterations(0).measurementIterations(1)
                .mode(Mode.SingleShotTime).shouldFailOnError(true).verbosity(VerboseMode.SILENT)
                .param("rows", "70").param("nb", "10").param("cols", "50").param("ranks", "2", "5").build();
        assertThat(classes(new Runner(once).run())).isEqualTo(written());
    }

    private static Set<String> classes(Collection<RunResult> results) {
        return results.stream().map(result -> result.getParams().getBenchmark())
                .map(method -> method.substring(0, method.lastIndexOf('.'))).collect(Collectors.toSet());
    }

    /** The names of the classes of the package that end so. */
    private static Set<String> written() throws IOException, URISyntaxException {
        Path folder = Path.of(TrailingUpdateBenchmark.class.getResource("TrailingUpdateBenchmark.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith("Benchmark.class"))
                    .map(name -> "hplhetero.bench.jmh." + name.replace(".class", "")).collect(Collectors.toSet());
        }
    }
}
