package hplhetero.comm.collective;

import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import hplhetero.comm.Sites;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
@Daily(2)
@Slow
class HierarchicalBroadcastTest {
    private static final long[] SIZES = {0, 7, 40_000, 600_000};
    private static final long SUM = 7 + 40_000 + 600_000;

    /** Site of a rank. */
    private enum Layout {
        ALTERNATING(r -> r % 2), PAIRS(r -> r / 2), THIRDS(r -> r * r % 3), APART(r -> r), FIRST_ALONE(r -> Math.min(r, 1)),
        LAST_BEFORE_FIRST(r -> (r + 1) / 3 % 2);

        private final IntUnaryOperator siteOf;

        Layout(IntUnaryOperator siteOf) {
            this.siteOf = siteOf;
        }

        int[] of(int ranks) {
            return IntStream.range(0, ranks).map(siteOf).toArray();
        }
    }

    /** Counts the bytes that a rank sends to other sites. */
    private static final class Crossings extends ForwardingCommunicator {
        private final Sites sites;
        private final AtomicLong bytes;

        Crossings(Communicator inner, Sites sites, AtomicLong bytes) {
            super(inner);
            this.sites = sites;
            this.bytes = bytes;
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            bytes.addAndGet(sites.together(rank(), destination) ? 0 : buffer.byteSize());
            return super.isend(buffer, destination, tag);
        }

        @Override
        public Communicator split(int color, int key) {
            throw new UnsupportedOperationException("the sites of a part are not known");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReachEveryRankAndCrossToEachOtherSiteOnce(BroadcastAlgorithm algorithm) {
        for (int ranks = 1; ranks <= 9; ranks++) {
            for (Layout layout : Layout.values()) {
                int[] siteOf = layout.of(ranks);
                AtomicLong crossed = new AtomicLong();
                Ranks.run(ranks, comm -> broadcastAll(new Crossings(comm, Sites.of(siteOf), crossed), algorithm, siteOf));
                long sites = IntStream.of(siteOf).distinct().count();
                long bytes = ranks * (sites - 1) * SUM;
                assertThat(crossed).as("%s on %d ranks %s", algorithm, ranks, layout).hasValue(bytes);
            }
        }
    }

    private static void broadcastAll(Communicator comm, BroadcastAlgorithm algorithm, int[] siteOf) {
        Collectives.Broadcast broadcast = CollectiveAlgorithms.of(comm, Sites.of(siteOf)).broadcast(algorithm, 3);
        for (long bytes : SIZES) {
            MemorySegment message = pattern(bytes, (int) bytes);
            MemorySegment buffer = zeros(bytes);
            for (int root = 0; root < comm.size(); root++) {
                buffer.fill((byte) 0);
                if (comm.rank() == root) {
                    buffer.copyFrom(message);
                }
                broadcast.start(buffer, root);
                await(broadcast);
                assertThat(buffer.mismatch(message)).as("%s of %d bytes from %d on %d of %d", algorithm, bytes, root,
                        comm.rank(), comm.size()).isEqualTo(-1);
            }
        }
    }

    /** A rank that hurries ahead must not have its next broadcast mistaken for the last one. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepBroadcastsInARowApart(BroadcastAlgorithm algorithm) {
        Ranks.run(6, comm -> {
            Collectives.Broadcast broadcast = CollectiveAlgorithms.of(comm, Sites.of(0, 1, 0, 1, 1, 0)).broadcast(algorithm, 0);
            MemorySegment buffer = zeros(3000);
            for (int i = 0; i < 200; i++) {
                int root = i * i % 6;
                if (comm.rank() == root) {
                    Ranks.fill(buffer, i);
                }
                broadcast.start(buffer, root);
                await(broadcast);
                Ranks.assertPattern(buffer, i, algorithm + " number " + i);
            }
        });
    }

    @Test
    void shouldRefuseSitesOfAnotherNumberOfRanks() {
        Ranks.run(1, comm -> assertThatIllegalArgumentException().isThrownBy(() -> CollectiveAlgorithms.of(comm, Sites.of(0, 0)))
                .withMessageContaining("sites.size=2"));
    }
}
