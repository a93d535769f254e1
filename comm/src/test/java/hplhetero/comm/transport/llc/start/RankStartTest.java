package hplhetero.comm.transport.llc.start;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.transport.llc.start.pmi.ProcessManager;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What ranks of mpirun or srun learn of each other. */
final class RankStartTest {
    private static final int RANKS = 4;

    /** A rank's end of a store among threads. */
    private record Threads(ThreadStore store, int rank) implements ProcessManager {
        @Override
        public int size() {
            return RANKS;
        }

        @Override
        public void put(String key, byte[] value) {
            assertThat(ProcessManager.owner(key)).isEqualTo(rank);
            store.put(key, value);
        }

        @Override
        public byte[] get(String key) {
            return store.get(key);
        }

        @Override
        public void barrier() {
            store.barrier();
        }

        @Override
        public void close() {
            // nothing was taken
        }
    }

    private static List<RankStart> started(List<String> hosts) throws Exception {
        ThreadStore store = new ThreadStore(RANKS);
        try (ExecutorService ranks = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<RankStart>> starts = IntStream.range(0, RANKS).mapToObj(rank -> ranks.submit(() ->
                    RankStart.byStarter(new Threads(store, rank), Optional.of(InetAddress.getByName("10.0.0." + rank)), hosts.get(rank))))
                    .toList();
            List<RankStart> done = new ArrayList<>();
            for (Future<RankStart> start : starts) {
                done.add(start.get());
            }
            return done;
        }
    }

    @Test
    void shouldHaveOneTokenThatNobodyCanGuess() throws Exception {
        List<RankStart> first = started(List.of("a", "a", "a", "a"));
        assertThat(first).extracting(start -> start.token().text()).allMatch(token -> token.matches("[0-9a-f]{32}"))
                .containsOnly(first.get(0).token().text());
        assertThat(started(List.of("a", "a", "a", "a")).get(0).token()).isNotEqualTo(first.get(0).token());
    }

    @Test
    void shouldKnowHowManyShareAHostAndWhichAddressWasNamed() throws Exception {
        List<RankStart> starts = started(List.of("a", "b", "b", "b"));
        assertThat(starts).extracting(RankStart::ranksOnHost).containsExactly(1, 3, 3, 3);
        assertThat(starts).extracting(start -> start.address().getHostAddress()).containsExactly("10.0.0.0", "10.0.0.1", "10.0.0.2",
                "10.0.0.3");
    }
}
