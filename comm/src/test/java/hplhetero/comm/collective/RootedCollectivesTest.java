package hplhetero.comm.collective;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.comm.Collectives;
import hplhetero.comm.Collectives.Pieces;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gathers and scatters of pieces of any size against their plain meaning. */
@Timeout(120)
class RootedCollectivesTest {
    private static final int TAG = 4;
    private static final byte UNTOUCHED = 77;

    /** How pieces lie in the root's buffer. */
    private enum Layout {
        /** Without gaps, in rank order: those of neighbouring ranks need no work area. */
        PACKED,
        /** With a gap before each third one. */
        GAPS,
        /** From the last rank to the first. */
        BACKWARDS;

        Pieces of(long[] lengths) {
            int size = lengths.length;
            long[] offsets = new long[size];
            long end = 0;
            for (int i = 0; i < size; i++) {
                int rank = this == BACKWARDS ? size - 1 - i : i;
                offsets[rank] = end + (this == GAPS && i % 3 == 0 ? 5 : 0);
                end = offsets[rank] + lengths[rank];
            }
            return new Pieces(zeros(end + 3).fill(UNTOUCHED), offsets, lengths);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "binomial"})
    void shouldGatherPiecesOfAnySizeOnEveryRoot(String label) {
        forAll((comm, lengths, layout, root, what) -> {
            Collectives.Gatherv gather = CollectiveAlgorithms.of(comm).gatherv(label, TAG);
            Pieces whole = layout.of(lengths);
            gather.start(Ranks.pattern(lengths[comm.rank()], comm.rank()), seenBy(comm, whole, root), root);
            await(gather);
            if (comm.rank() == root) {
                assertWhole(whole, label + what);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "binomial"})
    void shouldScatterPiecesOfAnySizeFromEveryRoot(String label) {
        forAll((comm, lengths, layout, root, what) -> {
            Collectives.Scatterv scatter = CollectiveAlgorithms.of(comm).scatterv(label, TAG);
            Pieces whole = layout.of(lengths);
            for (int rank = 0; rank < comm.size(); rank++) {
                Ranks.fill(piece(whole, rank), rank);
            }
            MemorySegment piece = zeros(lengths[comm.rank()]);
            scatter.start(seenBy(comm, whole, root), piece, root);
            await(scatter);
            assertPattern(piece, comm.rank(), label + what + " on " + comm.rank());
            assertWhole(whole, label + what);
        });
    }

    /** Looks at one operation. */
    private interface Check {
        void of(Communicator comm, long[] lengths, Layout layout, int root, String what);
    }

    private static void forAll(Check check) {
        for (int ranks = 1; ranks <= LabelledCollectivesTest.MOST_RANKS; ranks++) {
            Ranks.run(ranks, comm -> {
                for (int root = 0; root < comm.size(); root++) {
                    for (Layout layout : Layout.values()) {
                        for (int seed = 0; seed < 3; seed++) {
                            check.of(comm, lengths(comm.size(), seed), layout, root, " of " + comm.size() + " from or to " + root + " "
                                    + layout + " seed=" + seed);
                        }
                    }
                }
            });
        }
    }

    /** Some without bytes; of seed 0 all. */
    private static long[] lengths(int ranks, int seed) {
        return new Random(seed).longs(ranks, -200, 1 + seed * 600).map(length -> Math.max(0, length)).toArray();
    }

    /** Others than the root have nothing but the lengths. */
    private static Pieces seenBy(Communicator comm, Pieces whole, int root) {
        return comm.rank() == root ? whole : new Pieces(MemorySegment.NULL, new long[comm.size()], whole.lengths());
    }

    private static MemorySegment piece(Pieces whole, int rank) {
        return whole.buffer().asSlice(whole.offsets()[rank], whole.lengths()[rank]);
    }

    /** Each piece has come to its place, and nothing else has changed. */
    private static void assertWhole(Pieces whole, String what) {
        for (int rank = 0; rank < whole.lengths().length; rank++) {
            assertPattern(piece(whole, rank), rank, what + ": piece " + rank);
        }
        MemorySegment gaps = zeros(whole.buffer().byteSize()).copyFrom(whole.buffer());
        IntStream.range(0, whole.lengths().length)
                .forEach(rank -> gaps.asSlice(whole.offsets()[rank], whole.lengths()[rank]).fill(UNTOUCHED));
        assertThat(gaps.mismatch(zeros(gaps.byteSize()).fill(UNTOUCHED))).as(what + ": gaps").isEqualTo(-1);
    }

    /** A rank that hurries ahead must not have its next pieces mistaken for the last ones. */
    @ParameterizedTest
    @ValueSource(strings = {"linear", "binomial"})
    void shouldKeepScattersInARowApart(String label) {
        Ranks.run(4, comm -> {
            Collectives.Scatterv scatter = CollectiveAlgorithms.of(comm).scatterv(label, TAG);
            for (int i = 0; i < 100; i++) {
                Pieces whole = Layout.PACKED.of(lengths(4, i % 3));
                for (int rank = 0; rank < 4; rank++) {
                    Ranks.fill(piece(whole, rank), i + rank);
                }
                MemorySegment piece = zeros(whole.lengths()[comm.rank()]);
                scatter.start(whole, piece, i * i % 4);
                assertThat(await(scatter)).isEqualTo(Progress.DONE);
                assertPattern(piece, i + comm.rank(), label + " number " + i);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "binomial"})
    void shouldRefusePiecesThatDoNotFit(String label) {
        Ranks.run(1, comm -> {
            CollectiveAlgorithms collectives = CollectiveAlgorithms.of(comm);
            Pieces whole = new Pieces(zeros(8), new long[1], new long[] {8});
            assertThatIllegalArgumentException().isThrownBy(() -> collectives.gatherv(label, TAG).start(zeros(7), whole, 0))
                    .withMessageContaining("bytes=7");
            assertThatIllegalArgumentException().isThrownBy(() -> collectives.scatterv(label, TAG).start(whole, zeros(8), 1))
                    .withMessageContaining("root=1");
            Pieces beyond = new Pieces(zeros(8), new long[] {1}, new long[] {8});
            assertThatIllegalArgumentException().isThrownBy(() -> collectives.scatterv(label, TAG).start(beyond, zeros(8), 0))
                    .withMessageContaining("offset=1 length=8");
            Pieces none = new Pieces(zeros(8), new long[0], new long[0]);
            assertThatIllegalArgumentException().isThrownBy(() -> collectives.gatherv(label, TAG).start(zeros(8), none, 0))
                    .withMessageContaining("one piece to each of the 1 ranks");
        });
    }

    /** On parts of a communicator whose ranks are in another order than the whole's, both at once. */
    @ParameterizedTest
    @ValueSource(strings = {"linear", "binomial"})
    void shouldWorkOnPartsOfACommunicator(String label) {
        Ranks.run(4, comm -> {
            Communicator part = comm.split(comm.rank() % 2, -comm.rank());
            Collectives.Gatherv within = CollectiveAlgorithms.of(part).gatherv(label, TAG);
            Collectives.Gatherv among = CollectiveAlgorithms.of(comm).gatherv(label, TAG);
            long[] lengths = {10, 20, 30, 40};
            Pieces all = Layout.PACKED.of(lengths);
            Pieces half = Layout.PACKED.of(Arrays.copyOf(lengths, 2));
            among.start(Ranks.pattern(lengths[comm.rank()], comm.rank()), all, 3);
            within.start(Ranks.pattern(lengths[part.rank()], part.rank()), half, 1);
            await(within);
            await(among);
            if (part.rank() == 1) {
                assertWhole(half, label + " within");
            }
            if (comm.rank() == 3) {
                assertWhole(all, label + " among");
            }
            part.free();
        });
    }
}
