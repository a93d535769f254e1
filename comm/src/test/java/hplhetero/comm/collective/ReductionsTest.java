package hplhetero.comm.collective;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ReductionsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void shouldGiveEveryRankTheSameBitsOfASum(int ranks) {
        ConcurrentHashMap<Integer, long[]> results = new ConcurrentHashMap<>();
        Ranks.run(ranks, comm -> {
            Collectives.Allreduce allreduce = CollectiveAlgorithms.of(comm).allreduce(8 * 5000, ReductionsTest::add, 0);
            for (int count : new int[] {3, 0, 5000, 3}) {
                MemorySegment values = values(count, comm.rank());
                allreduce.start(values);
                await(allreduce);
                long[] bits = values.toArray(JAVA_LONG);
                assertThat(results.computeIfAbsent(count, c -> bits)).containsExactly(bits);
                for (int i = 0; i < count; i += 100) {
                    assertThat(values.getAtIndex(JAVA_DOUBLE, i)).isCloseTo(expectedSum(ranks, i), within(1e-9));
                }
            }
        });
    }

    private static MemorySegment values(int count, int rank) {
        MemorySegment values = zeros(8L * count);
        for (int i = 0; i < count; i++) {
            values.setAtIndex(JAVA_DOUBLE, i, value(rank, i));
        }
        return values;
    }

    private static double value(int rank, int i) {
        return 1.0 / (1 + rank * 7 + i);
    }

    private static double expectedSum(int ranks, int i) {
        double sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += value(rank, i);
        }
        return sum;
    }

    private static void add(MemorySegment inout, MemorySegment in) {
        assertThat(inout.byteSize()).isEqualTo(in.byteSize());
        for (long i = 0; i < inout.byteSize() / 8; i++) {
            inout.setAtIndex(JAVA_DOUBLE, i, inout.getAtIndex(JAVA_DOUBLE, i) + in.getAtIndex(JAVA_DOUBLE, i));
        }
    }

    /** Keeping the left operand is associative but not commutative: the value of rank 0 must come out. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 6, 7, 8, 9})
    void shouldCombineInRankOrder(int ranks) {
        Ranks.run(ranks, comm -> {
            Collectives.Allreduce allreduce = CollectiveAlgorithms.of(comm).allreduce(8, (inout, in) -> { }, 0);
            MemorySegment value = zeros(8);
            value.set(JAVA_LONG, 0, 100 + comm.rank());
            allreduce.start(value);
            await(allreduce);
            assertThat(value.get(JAVA_LONG, 0)).isEqualTo(100);
        });
    }

    @Test
    void shouldRefuseMoreThanTheMaximum() {
        Ranks.run(1, comm -> assertThatThrownBy(
                () -> CollectiveAlgorithms.of(comm).allreduce(16, ReductionsTest::add, 0).start(zeros(24)))
                .hasMessageContaining("bytes=24").hasMessageContaining("maxBytes=16"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldGatherPiecesOfUnlikeSizeOnAllRanks(AllgatherAlgorithm algorithm) {
        for (int ranks = 1; ranks <= 9; ranks++) {
            Ranks.run(ranks, comm -> allgather(comm, algorithm));
        }
    }

    private static void allgather(Communicator comm, AllgatherAlgorithm algorithm) {
        Collectives.Allgather allgather = CollectiveAlgorithms.of(comm).allgather(algorithm, 1);
        for (int seed = 0; seed < 20; seed++) {
            long[] lengths = lengths(comm.size(), seed);
            long[] offsets = new long[comm.size()];
            for (int rank = 1; rank < comm.size(); rank++) {
                offsets[rank] = offsets[rank - 1] + lengths[rank - 1];
            }
            long end = offsets[comm.size() - 1] + lengths[comm.size() - 1];
            MemorySegment buffer = zeros(end);
            Ranks.fill(buffer.asSlice(offsets[comm.rank()], lengths[comm.rank()]), comm.rank());
            allgather.start(buffer, offsets, lengths);
            await(allgather);
            for (int rank = 0; rank < comm.size(); rank++) {
                assertPattern(buffer.asSlice(offsets[rank], lengths[rank]), rank,
                        algorithm + " seed=" + seed + " piece " + rank + " of " + comm.size());
            }
        }
    }

    private static long[] lengths(int ranks, int seed) {
        Random random = new Random(seed);
        long[] lengths = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            lengths[rank] = random.nextInt(3) == 0 ? 0 : random.nextInt(seed % 4 == 0 ? 30_000 : 100);
        }
        return lengths;
    }

    @Test
    void shouldRefusePiecesWithGaps() {
        Ranks.run(2, comm -> assertThatThrownBy(() -> CollectiveAlgorithms.of(comm).allgather(AllgatherAlgorithm.RING, 0)
                .start(zeros(32), new long[] {0, 9}, new long[] {8, 8})).hasMessageContaining("without gaps"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void shouldGatherOnEveryRoot(int ranks) {
        Ranks.run(ranks, comm -> {
            Collectives.Gather gather = CollectiveAlgorithms.of(comm).gather(2);
            for (int bytes : new int[] {0, 5, 20_000}) {
                for (int root = 0; root < ranks; root++) {
                    MemorySegment whole = comm.rank() == root ? zeros((long) bytes * ranks) : null;
                    gather.start(Ranks.pattern(bytes, comm.rank()), whole, root);
                    await(gather);
                    for (int rank = 0; whole != null && rank < ranks; rank++) {
                        assertPattern(whole.asSlice((long) rank * bytes, bytes), rank, "piece " + rank);
                    }
                }
            }
        });
    }

    @Test
    void shouldRefuseAWholeOfTheWrongSize() {
        Ranks.run(1, comm -> assertThatThrownBy(() -> CollectiveAlgorithms.of(comm).gather(0).start(zeros(8), zeros(16), 0))
                .hasMessageContaining("size * piece = 8"));
    }

    @Tag(Ranks.ONE_JVM)
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void shouldLetNobodyPassABarrierBeforeAllHaveCome(int ranks) {
        AtomicInteger arrived = new AtomicInteger();
        Ranks.run(ranks, comm -> {
            Collectives.Barrier barrier = CollectiveAlgorithms.of(comm).barrier(0);
            for (int i = 1; i <= 50; i++) {
                arrived.incrementAndGet();
                barrier.start();
                await(barrier);
                assertThat(arrived.get()).isBetween(i * ranks, (i + 1) * ranks);
            }
        });
    }

    @Test
    void shouldFillOddBytesToo() {
        Ranks.run(3, comm -> {
            Collectives.Allreduce or = CollectiveAlgorithms.of(comm).allreduce(5, (inout, in) -> {
                for (long i = 0; i < 5; i++) {
                    inout.set(JAVA_BYTE, i, (byte) (inout.get(JAVA_BYTE, i) | in.get(JAVA_BYTE, i)));
                }
            }, 0);
            MemorySegment bits = zeros(5);
            bits.set(JAVA_BYTE, 4, (byte) (1 << comm.rank()));
            or.start(bits);
            await(or);
            assertThat(bits.get(JAVA_BYTE, 4)).isEqualTo((byte) 7);
        });
    }
}
