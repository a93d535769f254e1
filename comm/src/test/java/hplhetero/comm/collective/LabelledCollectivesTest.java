package hplhetero.comm.collective;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each algorithm, by its label, against the plain meaning of its collective. */
@Timeout(300)
@Daily(2)
@Slow
class LabelledCollectivesTest {
    static final int MOST_RANKS = 17;
    private static final int TAG = 5;

    static Stream<String> alltoalls() {
        return labels(Collective.ALLTOALL);
    }

    static Stream<String> broadcasts() {
        return labels(Collective.BROADCAST);
    }

    static Stream<String> allgathers() {
        return labels(Collective.ALLGATHER);
    }

    static Stream<String> allreduces() {
        return labels(Collective.ALLREDUCE);
    }

    private static Stream<String> labels(Collective collective) {
        return Algorithms.of(collective).stream().map(Algorithm::label);
    }

    @ParameterizedTest
    @MethodSource("alltoalls")
    void shouldBringAPieceFromEachToEach(String label) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            Ranks.run(ranks, comm -> alltoall(comm, label));
        }
    }

    private static void alltoall(Communicator comm, String label) {
        Collectives.Alltoall alltoall = CollectiveAlgorithms.of(comm).alltoall(label, 3001, TAG);
        int ranks = comm.size();
        for (int bytes : new int[] {8, 0, 1, 3001, 13}) {
            MemorySegment outgoing = zeros((long) ranks * bytes);
            MemorySegment incoming = zeros((long) ranks * bytes);
            for (int to = 0; to < ranks; to++) {
                Ranks.fill(outgoing.asSlice((long) to * bytes, bytes), seed(comm.rank(), to));
            }
            alltoall.start(outgoing, incoming);
            await(alltoall);
            for (int from = 0; from < ranks; from++) {
                assertPattern(incoming.asSlice((long) from * bytes, bytes), seed(from, comm.rank()),
                        label + " of " + bytes + " bytes: from " + from + " to " + comm.rank() + " of " + ranks);
            }
        }
    }

    private static int seed(int from, int to) {
        return from * MOST_RANKS + to;
    }

    @ParameterizedTest
    @MethodSource("broadcasts")
    void shouldReachEveryRankFromEveryRoot(String label) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            Ranks.run(ranks, comm -> broadcast(comm, CollectiveAlgorithms.of(comm), label));
        }
    }

    static void broadcast(Communicator comm, CollectiveAlgorithms collectives, String label) {
        Collectives.Broadcast broadcast = collectives.broadcast(label, TAG);
        for (int bytes : new int[] {0, 1, 7, 8193, 70_001}) {
            for (int root = 0; root < comm.size(); root++) {
                MemorySegment buffer = comm.rank() == root ? Ranks.pattern(bytes, root) : zeros(bytes);
                broadcast.start(buffer, root);
                await(broadcast);
                assertPattern(buffer, root, label + " of " + bytes + " bytes from " + root + " on " + comm.rank() + " of " + comm.size());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("allgathers")
    void shouldGatherPiecesOfUnlikeSizeOnAllRanks(String label) {
        Algorithm algorithm = Algorithms.of(Collective.ALLGATHER, label);
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            if (algorithm.takes(ranks)) {
                Ranks.run(ranks, comm -> allgather(comm, CollectiveAlgorithms.of(comm), label));
            } else {
                Ranks.run(ranks, comm -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> CollectiveAlgorithms.of(comm).allgather(label, TAG))
                        .withMessageContaining("ranks=" + comm.size()));
            }
        }
    }

    static void allgather(Communicator comm, CollectiveAlgorithms collectives, String label) {
        Collectives.Allgather allgather = collectives.allgather(label, TAG);
        for (int seed = 0; seed < 8; seed++) {
            long[] lengths = new Random(seed).longs(comm.size(), -20, seed == 7 ? 20_000 : 50).map(length -> Math.max(0, length)).toArray();
            long[] offsets = new long[lengths.length];
            for (int rank = 1; rank < offsets.length; rank++) {
                offsets[rank] = offsets[rank - 1] + lengths[rank - 1];
            }
            MemorySegment buffer = zeros(Arrays.stream(lengths).sum());
            Ranks.fill(buffer.asSlice(offsets[comm.rank()], lengths[comm.rank()]), comm.rank());
            allgather.start(buffer, offsets, lengths);
            await(allgather);
            for (int rank = 0; rank < offsets.length; rank++) {
                assertPattern(buffer.asSlice(offsets[rank], lengths[rank]), rank, label + " seed=" + seed + " piece " + rank + " on "
                        + comm.rank() + " of " + comm.size());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("allreduces")
    void shouldCombineAllBytes(String label) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            Ranks.run(ranks, comm -> allreduce(comm, CollectiveAlgorithms.of(comm), label));
        }
    }

    static void allreduce(Communicator comm, CollectiveAlgorithms collectives, String label) {
        Collectives.Allreduce allreduce = collectives.allreduce(label, 9001, LabelledCollectivesTest::add, TAG);
        for (int bytes : new int[] {8, 0, 1, 5, 9001, 136}) {
            MemorySegment sums = Ranks.pattern(bytes, comm.rank());
            MemorySegment expected = zeros(bytes);
            for (int rank = 0; rank < comm.size(); rank++) {
                add(expected, Ranks.pattern(bytes, rank));
            }
            allreduce.start(sums);
            await(allreduce);
            assertThat(sums.mismatch(expected)).as("%s of %d bytes on %d of %d", label, bytes, comm.rank(), comm.size()).isEqualTo(-1);
        }
    }

    /** Byte by byte; of at least one byte, in pieces that begin where elements do. */
    private static void add(MemorySegment inout, MemorySegment in) {
        assertThat(inout.byteSize()).isEqualTo(in.byteSize());
        for (long i = 0; i < inout.byteSize(); i++) {
            inout.set(JAVA_BYTE, i, (byte) (inout.get(JAVA_BYTE, i) + in.get(JAVA_BYTE, i)));
        }
    }

    /** Sums of numbers that depend on their order: no rank's differs from another's. */
    @ParameterizedTest
    @MethodSource("allreduces")
    void shouldEndWithTheSameBitsOnAllRanks(String label) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            Ranks.run(ranks, comm -> sameBits(comm, CollectiveAlgorithms.of(comm), label));
        }
    }

    static void sameBits(Communicator comm, CollectiveAlgorithms collectives, String label) {
        int count = 37;
        MemorySegment all = zeros(8L * count * comm.size());
        MemorySegment own = all.asSlice(8L * count * comm.rank(), 8L * count);
        Random random = new Random(comm.rank());
        for (int i = 0; i < count; i++) {
            own.setAtIndex(JAVA_DOUBLE, i, random.nextGaussian() * Math.pow(10, random.nextInt(16)));
        }
        Collectives.Allreduce allreduce = collectives.allreduce(label, 8 * count, (inout, in) -> {
            for (long i = 0; i < inout.byteSize(); i += 8) {
                inout.set(JAVA_DOUBLE_UNALIGNED, i, inout.get(JAVA_DOUBLE_UNALIGNED, i) + in.get(JAVA_DOUBLE_UNALIGNED, i));
            }
        }, TAG);
        allreduce.start(own);
        await(allreduce);
        long[] offsets = LongStream.range(0, comm.size()).map(rank -> 8 * count * rank).toArray();
        Collectives.Allgather allgather = collectives.allgather("doubling", TAG);
        allgather.start(all, offsets, LongStream.of(offsets).map(rank -> 8 * count).toArray());
        await(allgather);
        for (int rank = 0; rank < comm.size(); rank++) {
            assertThat(all.asSlice(offsets[rank], 8 * count).mismatch(own)).as("%s of %d: rank %d", label, comm.size(), rank).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("allreduces")
    void shouldCutNoElement(String label) {
        Ranks.run(4, comm -> {
            Collectives.Allreduce allreduce = CollectiveAlgorithms.of(comm).allreduce(label, 8 * 11, (inout, in) -> {
                for (long i = 0; i < inout.byteSize(); i += 8) {
                    inout.set(JAVA_LONG_UNALIGNED, i, inout.get(JAVA_LONG_UNALIGNED, i) + in.get(JAVA_LONG_UNALIGNED, i));
                }
            }, TAG);
            MemorySegment sums = zeros(8 * 11);
            for (int i = 0; i < 11; i++) {
                sums.setAtIndex(JAVA_LONG, i, 0xffff_ffffL * (i + comm.rank()));
            }
            allreduce.start(sums);
            await(allreduce);
            for (int i = 0; i < 11; i++) {
                assertThat(sums.getAtIndex(JAVA_LONG, i)).isEqualTo(0xffff_ffffL * (4 * i + 6));
            }
        });
    }

    /** A rank that hurries ahead must not have its next pieces mistaken for the last ones. */
    @ParameterizedTest
    @MethodSource("alltoalls")
    void shouldKeepAlltoallsInARowApart(String label) {
        Ranks.run(5, comm -> {
            Collectives.Alltoall alltoall = CollectiveAlgorithms.of(comm).alltoall(label, 200, 0);
            MemorySegment outgoing = zeros(5 * 200);
            MemorySegment incoming = zeros(5 * 200);
            for (int i = 0; i < 100; i++) {
                for (int to = 0; to < 5; to++) {
                    Ranks.fill(outgoing.asSlice(to * 200L, 200), i + seed(comm.rank(), to));
                }
                alltoall.start(outgoing, incoming);
                await(alltoall);
                for (int from = 0; from < 5; from++) {
                    assertPattern(incoming.asSlice(from * 200L, 200), i + seed(from, comm.rank()), label + " number " + i);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple-spread", "pairwise-light-barrier", "bruck"})
    void shouldWorkOnPartsOfACommunicatorAtTheSameTime(String label) {
        Ranks.run(4, comm -> {
            Communicator part = comm.split(comm.rank() % 2, -comm.rank());
            Collectives.Alltoall within = CollectiveAlgorithms.of(part).alltoall(label, 8, TAG);
            Collectives.Alltoall among = CollectiveAlgorithms.of(comm).alltoall(label, 8, TAG);
            MemorySegment pair = zeros(2 * 8);
            MemorySegment all = zeros(4 * 8);
            among.start(filled(4, comm.rank()), all);
            within.start(filled(2, comm.rank()), pair);
            List.of(within, among).forEach(Ranks::await);
            assertThat(pair.toArray(JAVA_LONG)).isEqualTo(comm.rank() % 2 == 0 ? new long[] {2, 0} : new long[] {3, 1});
            assertThat(all.toArray(JAVA_LONG)).containsExactly(0, 1, 2, 3);
            part.free();
        });
    }

    @ParameterizedTest
    @MethodSource({"broadcasts", "allgathers", "allreduces"})
    void shouldWorkOnPartsOfACommunicator(String label) {
        Ranks.run(4, comm -> {
            Communicator part = comm.split(comm.rank() % 2, -comm.rank());
            CollectiveAlgorithms collectives = CollectiveAlgorithms.of(part);
            if (broadcasts().anyMatch(label::equals)) {
                broadcast(part, collectives, label);
            }
            if (allgathers().anyMatch(label::equals)) {
                allgather(part, collectives, label);
            }
            if (allreduces().anyMatch(label::equals)) {
                allreduce(part, collectives, label);
            }
            part.free();
        });
    }

    private static MemorySegment filled(int count, long value) {
        MemorySegment segment = zeros(8L * count);
        for (int i = 0; i < count; i++) {
            segment.setAtIndex(JAVA_LONG, i, value);
        }
        return segment;
    }

    @ParameterizedTest
    @MethodSource("alltoalls")
    void shouldRefuseBuffersThatAreNoPieces(String label) {
        Ranks.run(2, comm -> {
            Collectives.Alltoall alltoall = CollectiveAlgorithms.of(comm).alltoall(label, 8, TAG);
            assertThatIllegalArgumentException().isThrownBy(() -> alltoall.start(zeros(7), zeros(7))).withMessageContaining("bytes=7");
            assertThatIllegalArgumentException().isThrownBy(() -> alltoall.start(zeros(8), zeros(16))).withMessageContaining("bytes=16");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = "bruck")
    void shouldRefusePiecesThatAreLongerThanItWasMadeFor(String label) {
        Ranks.run(1, comm -> {
            CollectiveAlgorithms collectives = CollectiveAlgorithms.of(comm);
            assertThatIllegalArgumentException().isThrownBy(() -> collectives.alltoall(label, 4, TAG).start(zeros(8), zeros(8)))
                    .withMessageContaining("maxPieceBytes");
        });
    }
}
