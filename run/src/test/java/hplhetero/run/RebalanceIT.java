package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Daily;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs whose map follows a rank that becomes slow: they give the bits of a run whose map stays. */
final class RebalanceIT {
    /** Below 500 a run needs no warm-up. With so narrow blocks it has 83 panel steps all the same, of which slow ranks make seconds. */
    private static final String N = "497";
    private static final int ATTEMPTS = 4;

    @TempDir
    private Path folder;
    private Launcher launcher;

    /** The ways to connect the ranks of a run, with their number: two processes of an MPI, which wait by spinning, have a core each. */
    enum Way {
        LOCAL("local", 3), MPI("mpi", 2), LLC("llc:tcp", 3);

        private final String transport;
        private final int ranks;

        Way(String transport, int ranks) {
            this.transport = transport;
            this.ranks = ranks;
        }

        /** Returns the option by which rank 1 becomes slow on the way, and a rank after it does not. */
        String[] slowed() {
            return new String[] {"--emulate-slowdown", "3,3@20%:80" + ",3".repeat(ranks - 2)};
        }
    }

    @BeforeEach
    void inAFolderOfItsOwn() {
        launcher = new Launcher(folder, Launcher.BRIEF);
    }

    @AfterEach
    void leaveNothingBehind() {
        launcher.ranks().end();
    }

    private String[] words(Way way, int ranks, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "-N", N, "--nb", "6", "-P", "1", "-Q", String.valueOf(ranks), "--blas",
                "vector", "--map", "cyclic", "--json", folder.resolve("r.json").toString(), "--progress", "none", "--transport",
                way.transport));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private Process start(Way way, String... more) throws IOException {
        return launcher.startBy(Starters.OPEN_MPI.ranks(way.ranks), words(way, way.ranks, more));
    }

    private JsonNode test() throws IOException {
        return new JsonMapper().readTree(Files.readString(folder.resolve("r.json"))).get("results").get(0);
    }

    @Test
    void shouldGiveTheSameBitsWhereColumnsMoveBetweenThreads() throws Exception {
        givesTheSameBitsWhereColumnsMove(Way.LOCAL);
    }

    @ParameterizedTest
    @Daily(2)
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LOCAL")
    @Tag(Requirements.TAG)
    void shouldGiveTheSameBitsWhereColumnsMoveBetweenProcesses(Way way) throws Exception {
        givesTheSameBitsWhereColumnsMove(way);
    }

    private void givesTheSameBitsWhereColumnsMove(Way way) throws Exception {
        assertThat(launcher.here(words(Way.LOCAL, way.ranks, "--rebalance", "no")).code()).isZero();
        JsonNode stays = test();
        Ended ended = null;
        // where other programs keep the cores busy, a rank that is slow may not stand out
        for (int i = 0; i < ATTEMPTS && (ended == null || !ended.err().contains("rank 1 at 0.")); i++) {
            ended = way == Way.LOCAL ? launcher.here(words(way, way.ranks, way.slowed())) : launcher.end(start(way, way.slowed()));
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(test().get("residual")).isEqualTo(stays.get("residual"));
        }
        assertThat(ended.err()).containsPattern("hpl: \\d+ block columns moved in .* s, with \\d+ % of N=" + N
                + " factored: .*rank 1 at 0\\.");
        assertThat(ended.err()).contains("hpl: rebalance: the map follows its ranks, which have room for 15 % more block columns");
        assertThat(ended.out()).contains("#   moved: ");
        assertThat(test().get("adaptation").get("moves").size()).isPositive();
    }

    @Test
    void shouldSayWhyAMapStays() throws Exception {
        Ended ended = launcher.here(words(Way.LOCAL, 3, "--emulate-slowdown", "1,1,2", "--verify-steps", "sample"));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("hpl: rebalance: the map stays as it is, because the checksums of --verify-steps are those of one "
                + "map");
    }

    @Test
    @Tag(Requirements.TAG)
    void shouldNameARankThatDiesWhileColumnsMove() throws Exception {
        Process process = start(Way.MPI, "--emulate-slowdown", "2,60");
        launcher.await(process, () -> launcher.errorsSoFar().contains("block columns moved"));
        launcher.ranks().rank(1).orElseThrow().destroyForcibly();
        Ended ended = launcher.end(process);
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("rank 1 on ").doesNotContain("\tat ");
    }
}
