package hplhetero.comm.collective;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class BroadcastTest {
    private static final long[] SIZES = {0, 1, 7, 8 * 1024 + 1, 1 << 20};

    @ParameterizedTest
    @EnumSource
    void shouldReachEveryRankFromEveryRoot(BroadcastAlgorithm algorithm) {
        for (int ranks = 1; ranks <= 9; ranks++) {
            Ranks.run(ranks, comm -> broadcastAll(comm, algorithm));
        }
    }

    private static void broadcastAll(Communicator comm, BroadcastAlgorithm algorithm) {
        Collectives.Broadcast broadcast = CollectiveAlgorithms.of(comm).broadcast(algorithm, 3);
        for (long bytes : SIZES) {
            MemorySegment message = pattern(bytes, (int) bytes);
            MemorySegment buffer = zeros(bytes);
            for (int root = 0; root < comm.size(); root++) {
                buffer.fill((byte) 0);
                if (comm.rank() == root) {
                    buffer.copyFrom(message);
                }
                broadcast.start(buffer, root);
                assertThat(await(broadcast)).isEqualTo(Progress.DONE);
                assertThat(buffer.mismatch(message)).as("%s of %d bytes from %d on %d of %d", algorithm, bytes, root,
                        comm.rank(), comm.size()).isEqualTo(-1);
            }
        }
    }

    /** A rank that hurries ahead must not have its next broadcast mistaken for the last one. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepBroadcastsInARowApart(BroadcastAlgorithm algorithm) {
        Ranks.run(5, comm -> {
            Collectives.Broadcast broadcast = CollectiveAlgorithms.of(comm).broadcast(algorithm, 0);
            MemorySegment buffer = zeros(1000);
            for (int i = 0; i < 200; i++) {
                int root = i * i % 5;
                if (comm.rank() == root) {
                    Ranks.fill(buffer, i);
                }
                broadcast.start(buffer, root);
                await(broadcast);
                assertPattern(buffer, i, algorithm + " number " + i);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetTwoOfDifferentTagsBeInFlight(BroadcastAlgorithm algorithm) {
        Ranks.run(4, comm -> {
            Collectives collectives = CollectiveAlgorithms.of(comm);
            List<Collectives.Broadcast> both =
                    IntStream.range(0, 2).mapToObj(tag -> collectives.broadcast(algorithm, tag)).toList();
            List<MemorySegment> buffers = List.of(zeros(300_000), zeros(300_000));
            int first = comm.rank() % 2;
            for (int tag : new int[] {first, 1 - first}) {
                if (comm.rank() == tag + 1) {
                    Ranks.fill(buffers.get(tag), tag);
                }
                both.get(tag).start(buffers.get(tag), tag + 1);
            }
            both.forEach(Ranks::await);
            assertPattern(buffers.get(0), 0, "tag 0");
            assertPattern(buffers.get(1), 1, "tag 1");
        });
    }

    @Test
    void shouldRefuseARootOutsideAndATagReserved() {
        Ranks.run(1, comm -> {
            Collectives collectives = CollectiveAlgorithms.of(comm);
            assertThatThrownBy(() -> collectives.broadcast(BroadcastAlgorithm.LONG, 0).start(zeros(8), 1))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("root=1");
            assertThatThrownBy(() -> collectives.barrier(Communicator.FIRST_RESERVED_TAG))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("tag=16384");
        });
    }

    @Test
    void shouldRefuseASecondStartWhileInFlight() {
        Ranks.run(2, comm -> {
            Collectives.Broadcast broadcast = CollectiveAlgorithms.of(comm).broadcast(BroadcastAlgorithm.RING, 0);
            Collectives.Barrier barrier = CollectiveAlgorithms.of(comm).barrier(1);
            if (comm.rank() == 1) {
                broadcast.start(zeros(64), 0);
                assertThatThrownBy(() -> broadcast.start(zeros(64), 0)).isInstanceOf(IllegalStateException.class);
            }
            barrier.start();
            await(barrier);
            if (comm.rank() == 0) {
                broadcast.start(zeros(64), 0);
            }
            await(broadcast);
        });
    }
}
