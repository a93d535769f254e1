package hplhetero.hpl.carry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.checkpoint.TimeSpent;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
@Slow
class CheckpointCarrierTest {
    private static final int ROUNDS = 40;
    private static final String RUN = "N, NB and the map in words";

    /** Five ranks whose files are read by three, of which rank 1 reads those of ranks 1 and 3. */
    private static final CarriedState FIVE_TO_THREE = new CarriedState(BlockMap.of(Cases.of(150, 8).grid(1, 5).make()),
            BlockMap.of(Cases.of(150, 8).grid(3, 1).make()), 6, 3);
    private static final int[] READERS = {0, 1, 2, 1, 2};

    @TempDir
    private Path folder;
    private Generation state;

    @BeforeEach
    void write() throws IOException {
        state = FIVE_TO_THREE.write(folder, RUN);
    }

    @Test
    void shouldReadOnAnyMapWhatWasWrittenOnAnyOther() throws IOException {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            CarriedState any = CarriedState.random(random);
            Path files = Files.createDirectory(folder.resolve("round-" + round));
            Generation written = any.write(files, RUN);
            int[] readerOf = random.ints(6, 0, any.ranks()).toArray();
            String what = "seed " + seed + " round " + round;
            World.run(any.ranks(), ranks -> {
                LocalMatrix[] matrices = CarriedState.matrices(any.to(), ranks.rank(), Arena.ofAuto());
                try {
                    StopPoint resumption = new CheckpointCarrier(ranks, new CheckpointCarrier.Written(files, RUN, any.from(), readerOf))
                            .read(written, any.to(), matrices);
                    assertThat(resumption.panels()).as(what).isEqualTo(any.panels());
                    assertThat(resumption.pivots()).as(what).isEqualTo(any.pivots());
                    assertThat(resumption.zeroPivot()).as(what).isEqualTo(3);
                } catch (IOException e) {
                    throw new AssertionError(what, e);
                }
                any.check(matrices, what);
            });
        }
    }

    /** Reads the state of five ranks on three. Returns what was thrown, which must be the same on all ranks. */
    private Optional<String> read(Generation wanted, UnaryOperator<Path> folderOfRank1) {
        String[] thrown = new String[3];
        World.run(3, ranks -> {
            Path mine = ranks.rank() == 1 ? folderOfRank1.apply(folder) : folder;
            LocalMatrix[] matrices = CarriedState.matrices(FIVE_TO_THREE.to(), ranks.rank(), Arena.ofAuto());
            CheckpointCarrier carrier = new CheckpointCarrier(ranks,
                    new CheckpointCarrier.Written(mine, RUN, FIVE_TO_THREE.from(), READERS));
            Throwable t = catchThrowable(() -> carrier.read(wanted, FIVE_TO_THREE.to(), matrices));
            if (t == null) {
                FIVE_TO_THREE.check(matrices, "five to three");
            } else {
                assertThat(t).isInstanceOf(IOException.class);
                thrown[ranks.rank()] = t.getMessage();
            }
        });
        assertThat(thrown).containsOnly(thrown[0]);
        return Optional.ofNullable(thrown[0]);
    }

    /** All ranks end, and say alike which file of which rank is not what it was, wherever a bit has changed or the file ends. */
    @Test
    void shouldFailOnAllRanksWhereAFileIsDamagedOrMissing() throws IOException {
        long seed = 11;
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            int old = random.nextInt(5);
            Path file = folder.resolve("rank-" + old + (random.nextBoolean() ? ".u" : ".1"));
            byte[] whole = Files.readAllBytes(file);
            int at = random.nextInt(whole.length);
            switch (random.nextInt(3)) {
                case 0 -> Files.delete(file);
                case 1 -> Files.write(file, Arrays.copyOf(whole, at));
                default -> Files.write(file, changed(whole, at, random));
            }
            assertThat(read(state, same -> same)).as("seed %d round %d: %s byte %d", seed, round, file, at).hasValueSatisfying(why ->
                    assertThat(why).startsWith("rank " + READERS[old] + " on ").containsAnyOf("rank-" + old, "rank " + old));
            Files.write(file, whole);
            assertThat(read(state, same -> same)).isEmpty();
        }
    }

    private static byte[] changed(byte[] whole, int at, Random random) {
        byte[] bad = whole.clone();
        bad[at] ^= (byte) (1 << random.nextInt(8));
        return bad;
    }

    @Test
    void shouldSayWhatIsMissing() throws IOException {
        Files.delete(folder.resolve("rank-3.u"));
        assertThat(read(state, same -> same)).hasValueSatisfying(why -> assertThat(why).startsWith("rank 1 on ")
                .endsWith(": " + folder.resolve("rank-3.u") + ": the file is missing"));
        Files.delete(folder.resolve("rank-4.1"));
        // of two ranks that fail, the lower one is heard
        assertThat(read(state, same -> same)).hasValueSatisfying(why -> assertThat(why).contains("rank-3.u"));
        assertThat(read(state, same -> same.resolve("elsewhere"))).hasValueSatisfying(why -> assertThat(why)
                .contains("elsewhere: rank 1 has no state 1 behind 6 panels, it has []: name the folder with its files"));
    }

    /** Number, panels, rows and zero pivot are 1, 6, 48 and 3 in the files; one of them differs in what is asked for. */
    @ParameterizedTest
    @CsvSource({"2, 6, 48, 3", "1, 5, 48, 3", "1, 6, 40, 3", "1, 6, 48, 0"})
    void shouldRefuseAnotherState(long number, int panels, int rows, int zeroPivot) {
        Generation other = new Generation(number, panels, rows, zeroPivot, 0, TimeSpent.NONE);
        assertThat(read(other, same -> same)).hasValueSatisfying(why -> assertThat(why)
                .startsWith("rank 0 on ").contains("rank 0 has no state " + number + " behind " + panels
                        + " panels, it has [Generation[generation=1, panels=6, rows=48, zeroPivot=3"));
    }
}
