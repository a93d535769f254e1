package hplhetero.comm.collective;

import static hplhetero.comm.Collectives.PivotExchange.CANDIDATE_OFFSET;
import static hplhetero.comm.Collectives.PivotExchange.MAGNITUDE_OFFSET;
import static hplhetero.comm.Collectives.PivotExchange.NO_MAGNITUDE;
import static hplhetero.comm.Collectives.PivotExchange.NO_ROW;
import static hplhetero.comm.Collectives.PivotExchange.ROW_OFFSET;
import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import hplhetero.comm.Sites;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class PivotExchangeTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 5, 1536, 20_000})
    void shouldBringTheBestCandidateAndTheCurrentRowToAll(long payload) {
        for (int ranks = 1; ranks <= 9; ranks++) {
            Ranks.run(ranks, comm -> exchangeMany(comm, payload));
        }
    }

    /** The current row comes to the winner's site. */
    @ParameterizedTest
    @ValueSource(longs = {0, 5, 20_000})
    void shouldDoTheSameAmongSites(long payload) {
        for (int ranks = 2; ranks <= 9; ranks++) {
            int[] siteOf = new Random(ranks).ints(ranks, 0, 3).toArray();
            Ranks.run(ranks, comm -> exchangeMany(comm, Sites.of(siteOf), payload));
        }
    }

    private static void exchangeMany(Communicator comm, long payload) {
        exchangeMany(comm, Sites.of(new int[comm.size()]), payload);
    }

    private static void exchangeMany(Communicator comm, Sites sites, long payload) {
        Collectives.PivotExchange exchange = CollectiveAlgorithms.of(comm, sites).pivotExchange(payload, 4);
        MemorySegment record = zeros(Collectives.PivotExchange.recordBytes(payload));
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int holder = random.nextInt(comm.size());
            int winner = fillCandidates(record, comm, random);
            Ranks.fill(current(record, payload), comm.rank() == holder ? 77 + seed : 0);
            exchange.start(record, holder);
            await(exchange);
            String what = "seed=" + seed + " rank " + comm.rank() + " of " + comm.size();
            assertThat(record.get(JAVA_LONG_UNALIGNED, ROW_OFFSET)).as(what).isEqualTo(row(winner));
            assertPattern(record.asSlice(CANDIDATE_OFFSET, payload), winner, what);
            if (sites.together(comm.rank(), winner)) {
                assertPattern(current(record, payload), 77 + seed, what);
            }
        }
    }

    /** Draws all ranks' candidates, keeps this rank's and returns the winner: plain search in rank order. */
    private static int fillCandidates(MemorySegment record, Communicator comm, Random random) {
        double[] choices = {Double.NaN, 0.0, 1.5, 2.5, Double.POSITIVE_INFINITY, -0.0};
        int kinds = 1 + random.nextInt(choices.length);
        int winner = -1;
        double best = Double.NaN;
        for (int rank = 0; rank < comm.size(); rank++) {
            double magnitude = choices[random.nextInt(kinds)];
            if (rank == comm.rank()) {
                set(record, magnitude, row(rank));
                Ranks.fill(record.asSlice(CANDIDATE_OFFSET, (record.byteSize() - CANDIDATE_OFFSET) / 2), rank);
            }
            boolean tie = magnitude == best || Double.isNaN(magnitude) && Double.isNaN(best);
            if (winner < 0 || (tie ? row(rank) < row(winner) : magnitude > best || Double.isNaN(best))) {
                winner = rank;
                best = magnitude;
            }
        }
        return winner;
    }

    /** Distinct rows, not in rank order. */
    private static long row(int rank) {
        return rank * 7 % 10;
    }

    private static void set(MemorySegment record, double magnitude, long row) {
        record.set(JAVA_DOUBLE_UNALIGNED, MAGNITUDE_OFFSET, magnitude);
        record.set(JAVA_LONG_UNALIGNED, ROW_OFFSET, row);
    }

    private static MemorySegment current(MemorySegment record, long payload) {
        return record.asSlice(Collectives.PivotExchange.currentOffset(payload), payload);
    }

    @Test
    void shouldPreferNaNOverNoCandidate() {
        Ranks.run(3, comm -> {
            Collectives.PivotExchange exchange = CollectiveAlgorithms.of(comm).pivotExchange(0, 0);
            MemorySegment record = zeros(16);
            set(record, NO_MAGNITUDE, comm.rank() == 1 ? 12 : NO_ROW);
            exchange.start(record, 1);
            await(exchange);
            assertThat(record.get(JAVA_DOUBLE_UNALIGNED, MAGNITUDE_OFFSET)).isNaN();
            assertThat(record.get(JAVA_LONG_UNALIGNED, ROW_OFFSET)).isEqualTo(12);
        });
    }

    @Test
    void shouldBeDoneAtOnceWithOneRank() {
        Ranks.run(1, comm -> {
            Collectives.PivotExchange exchange = CollectiveAlgorithms.of(comm).pivotExchange(8, 0);
            exchange.start(zeros(32), 0);
            assertThat(exchange.poll()).isEqualTo(Progress.DONE);
        });
    }

    @Tag(Ranks.NO_GARBAGE)
    @Test
    void shouldAllocateNothingPerColumn() {
        Ranks.run(2, comm -> {
            Collectives.PivotExchange exchange = CollectiveAlgorithms.of(comm).pivotExchange(1024, 0);
            MemorySegment record = zeros(Collectives.PivotExchange.recordBytes(1024));
            columns(exchange, record, 20_000);
            long before = Ranks.allocatedBytes();
            columns(exchange, record, 10_000);
            assertThat(Ranks.allocatedBytes() - before).isLessThan(100_000);
        });
    }

    private static void columns(Collectives.PivotExchange exchange, MemorySegment record, int count) {
        for (int i = 0; i < count; i++) {
            exchange.start(record, i & 1);
            await(exchange);
        }
    }

    @Test
    void shouldRefuseARecordOfAnotherSize() {
        Ranks.run(2, comm -> assertThatThrownBy(() -> CollectiveAlgorithms.of(comm).pivotExchange(8, 0).start(zeros(40), 0))
                .hasMessageContaining("bytes=40").hasMessageContaining("32"));
    }
}
