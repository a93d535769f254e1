package hplhetero.hpl.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class CheckpointTest {
    private static final int N = 150;
    private static final int NB = 16;
    private static final int PANELS = (N + NB - 1) / NB;

    @TempDir
    private Path folder;

    static List<HplCase> cases() {
        return List.of(Cases.of(N, NB).depth(0).make(), Cases.of(N, NB).depth(1).grid(2, 3).make(),
                Cases.of(N, NB).depth(2).grid(1, 3).make(),
                Cases.of(N, NB).depth(1).grid(2, 2).make().with(new MapSpec.Cells(List.of(List.of(0, 1, 0, 2), List.of(3, 1, 2, 3)))),
                Cases.of(N, NB).depth(1).grid(2, 1).make().with(new MapSpec.Weighted(List.of(3.0, 1.0), List.of())));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGoOnFromFilesWithTheSameBits(HplCase c) {
        DenseKernels kernels = World.kernels("reference");
        Solve.Outcome through = Solve.netlibs(c, 1, kernels);
        for (int[] stops : new int[][] {{2, 3, 7}, {PANELS - 1, PANELS}}) {
            Solve.Outcome resumed = Solve.resuming(c, kernels, folder, stops);
            assertThat(resumed.pivots()).isEqualTo(through.pivots());
            assertThat(resumed.u()).isEqualTo(through.u());
            assertThat(resumed.x()).isEqualTo(through.x());
        }
    }

    /** A rank's files, with a matrix whose elements tell which state they belong to. */
    private final class Rank {
        private final HplCase c = Cases.of(N, NB).make();
        private final LocalLayout layout = new LocalLayout(BlockMap.of(c), 0);
        private final LocalMatrix[] matrices;
        private final Checkpoint files = new Checkpoint(folder, 3, "N=150 NB=16");

        Rank(Arena arena) {
            LocalLayout.LocalColumn column = layout.localColumns().getFirst();
            matrices = new LocalMatrix[] {LocalMatrix.allocate(0, 0, layout.rowSets().getFirst().rows(), column.cols(), arena)};
        }

        private Generation write(Generation before, int panels) throws IOException {
            LocalMatrix a = matrices[0];
            // rows of U that are finished stay as they are
            for (int i = before.panels() * NB; i < N; i++) {
                for (int j = 0; j <= N; j++) {
                    a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, (long) i * a.ld() + j, value(i, j, i < panels * NB ? 0 : panels));
                }
            }
            return files.write(before, panels, IntStream.range(0, panels * NB).map(i -> i + 1).toArray(), 0,
                    TimeSpent.NONE, matrices);
        }

        private static double value(int i, int j, int panels) {
            return i * 1000.0 + j + 1e6 * panels;
        }

        private void check(Generation state) throws IOException {
            LocalMatrix a = matrices[0];
            a.segment().fill((byte) 0);
            assertThat(StateOnDisk.read(files, state, layout, matrices))
                    .isEqualTo(IntStream.range(0, state.panels() * NB).map(i -> i + 1).toArray());
            for (int i = 0; i < N; i++) {
                boolean finished = i < state.panels() * NB;
                for (int j = finished ? i / NB * NB : state.panels() * NB; j <= N; j++) {
                    assertThat(a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, (long) i * a.ld() + j)).as("(%d, %d)", i, j)
                            .isEqualTo(value(i, j, finished ? 0 : state.panels()));
                }
            }
        }
    }

    @Test
    void shouldKeepTwoGenerations() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Rank rank = new Rank(arena);
            assertThat(rank.files.generations()).isEmpty();
            Generation one = rank.write(Generation.NONE, 2);
            Generation two = rank.write(one, 3);
            Generation three = rank.write(two, 7);
            assertThat(rank.files.generations()).containsExactly(three, two);
            rank.check(three);
            rank.check(two);
            // who goes on from the older one replaces the newer one
            Generation other = rank.write(two, 5);
            assertThat(rank.files.generations()).containsExactly(other, two);
            rank.check(other);
            rank.check(two);
            // a run from the begin leaves nothing of the one before
            Generation first = rank.write(Generation.NONE, 1);
            assertThat(rank.files.generations()).containsExactly(first);
        }
    }

    @Test
    void shouldWriteRowsOfUOnce() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Rank rank = new Rank(arena);
            Generation one = rank.write(Generation.NONE, 4);
            byte[] before = Files.readAllBytes(folder.resolve("rank-3.u"));
            Generation two = rank.write(one, 8);
            byte[] after = Files.readAllBytes(folder.resolve("rank-3.u"));
            assertThat(after).startsWith(before);
            assertThat(two.bytesOfU()).isEqualTo(after.length);
            assertThat(Files.size(folder.resolve("rank-3.0"))).isLessThan(Files.size(folder.resolve("rank-3.1")) / 2);
        }
    }

    /** Any byte of either file may have changed, or be the last one. */
    @Test
    void shouldRefuseFilesThatAreDamagedOrNotWhole() throws IOException {
        long seed = 5;
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            Rank rank = new Rank(arena);
            Generation one = rank.write(Generation.NONE, 3);
            Generation two = rank.write(one, 5);
            for (int round = 0; round < 60; round++) {
                Path file = folder.resolve(random.nextBoolean() ? "rank-3.u" : "rank-3.0");
                byte[] whole = Files.readAllBytes(file);
                byte[] bad = whole.clone();
                int at = random.nextInt(whole.length);
                boolean cut = random.nextBoolean();
                bad[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, cut ? Arrays.copyOf(whole, at) : bad);
                boolean headerGone = !rank.files.generations().contains(two);
                if (!headerGone) {
                    assertThatThrownBy(() -> StateOnDisk.read(rank.files, two, rank.layout, rank.matrices))
                            .as("seed %d round %d: %s, byte %d", seed, round, file, at)
                            .isInstanceOf(IOException.class).hasMessageContaining(file.getFileName().toString())
                            .hasMessageMatching(".*(damaged|not whole)");
                }
                Files.write(file, whole);
            }
            rank.check(two);
            rank.check(one);
        }
    }

    @Test
    void shouldNameAMissingFile() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Rank rank = new Rank(arena);
            Generation one = rank.write(Generation.NONE, 3);
            Files.delete(folder.resolve("rank-3.u"));
            assertThatThrownBy(() -> StateOnDisk.read(rank.files, one, rank.layout, rank.matrices)).isInstanceOf(IOException.class)
                    .hasMessage(folder.resolve("rank-3.u") + ": the file is missing");
        }
    }

    /**
     * A map that gives the rank fewer blocks reads less than there is; one that gives it more does not find them. Behind 0 panels the file
     * of U is empty, behind all of them the trailing matrix, so each of the two files is refused.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, PANELS})
    void shouldRefuseAnotherMap(int panels) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Rank rank = new Rank(arena);
            Generation one = rank.write(Generation.NONE, panels);
            assertThat(rowsRead(rank, one, Cases.of(N, NB).make())).isEqualTo(N);
            for (Cases other : List.of(Cases.of(N, NB).grid(2, 1), Cases.of(N, NB).grid(1, 2), Cases.of(N - NB, NB))) {
                assertThatThrownBy(() -> rowsRead(rank, one, other.make())).isInstanceOf(IOException.class)
                        .hasMessageMatching(".*rank-3." + (panels == 0 ? "1" : panels == PANELS ? "u" : "[1u]")
                                + ": the state was read up to byte .*: the file belongs to another map, or is damaged");
            }
            assertThatThrownBy(() -> rowsRead(rank, one, Cases.of(N + NB, NB).make())).isInstanceOf(IOException.class)
                    .hasMessageEndingWith("the file is not whole");
        }
    }

    /** Reads all block rows of rank 0 of the map, and returns the number of rows. */
    private static int rowsRead(Rank rank, Generation state, HplCase c) throws IOException {
        int[] rows = {0};
        BlockMap map = BlockMap.of(c);
        try (Arena arena = Arena.ofConfined(); StateReader reader = rank.files.open(state, new LocalLayout(map, 0))) {
            for (int i = 0; i < map.panels(); i++) {
                reader.next((s, row, column, count) -> {
                    rows[0]++;
                    return arena.allocate(8L * count, 8);
                });
            }
        }
        return rows[0];
    }

    @Test
    void shouldRefuseAnotherRun() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            new Rank(arena).write(Generation.NONE, 3);
        }
        assertThatThrownBy(() -> new Checkpoint(folder, 3, "N=160 NB=16").generations()).isInstanceOf(IOException.class)
                .hasMessageContaining("run=N=150 NB=16, this run has run=N=160 NB=16: name the folder of this run, or an empty one");
        assertThat(new Checkpoint(folder, 2, "N=160 NB=16").generations()).isEmpty();
    }
}
