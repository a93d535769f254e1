package hplhetero.run.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.run.job.PairTest.Timing;
import hplhetero.run.start.ObjectExchange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What ranks say when they cannot talk: hosts a, b, c, ... of one rank each. */
final class PairTestTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Set<Integer> NOBODY = Set.of();
    private static final Set<Integer> B_AND_C = Set.of(1, 2);

    private static void onRanks(int ranks, Set<Integer> silent, long fromBytes, Consumer<Communicator> body) {
        onRanks(ranks, silent, fromBytes, () -> { }, body);
    }

    private static void onRanks(int ranks, Set<Integer> silent, long fromBytes, Runnable loss, Consumer<Communicator> body) {
        TransportProvider local = ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(t -> t.name().equals("local")).findFirst().orElseThrow();
        local.open(TransportOptions.usual(end -> { })).run(ranks, world -> {
            body.accept(new SilentPair(world, silent, fromBytes, loss));
            return 0;
        });
    }

    private static RankTable rankTable(int ranks) {
        return new RankTable(IntStream.range(0, ranks).mapToObj(rank -> new RankFacts(String.valueOf((char) ('a' + rank)), "", "", 25, "",
                "",
                List.of(), 1, "", 1)).toList());
    }

    @Test
    void shouldGreetInPeace() {
        AtomicInteger greeted = new AtomicInteger();
        for (int ranks : new int[] {5, 1}) {
            onRanks(ranks, NOBODY, 0, world -> {
                ConnectivityCheck.exchange(world, LONG, System::nanoTime);
                greeted.incrementAndGet();
            });
        }
        assertThat(greeted.get()).isEqualTo(5 + 1);
    }

    /**
     * Returns a clock that is a tenth of a second further as soon as each of so many ranks has looked at it once more, except for ranks
     * that have ended.
     */
    private static LongSupplier shared(int ranks) {
        Map<Thread, Long> looks = new ConcurrentHashMap<>();
        return () -> {
            looks.merge(Thread.currentThread(), 1L, Long::sum);
            return looks.size() < ranks ? 0 : 100_000_000 * looks.entrySet().stream().filter(look -> look.getKey().isAlive())
                    .mapToLong(Map.Entry::getValue).min().orElseThrow();
        };
    }

    private static void exchangeInVain(int ranks, Set<Integer> silent) {
        LongSupplier clock = shared(ranks);
        onRanks(ranks, silent, 0, world -> ConnectivityCheck.exchange(world, SECOND, clock));
    }

    @Test
    void shouldNameThePairThatCannotTalkWithTheHostOfTheSilentOne() {
        assertThatThrownBy(() -> exchangeInVain(4, B_AND_C))
                .isInstanceOf(CommException.class)
                .message().containsPattern("rank 1 on b heard nothing from rank 2 on c within 1 s|"
                        + "rank 2 on c heard nothing from rank 1 on b within 1 s");
    }

    @Test
    void shouldNameThePairWhereNobodyElseKnowsTheHost() {
        assertThatThrownBy(() -> exchangeInVain(2, Set.of(0, 1)))
                .isInstanceOf(CommException.class)
                .message().containsPattern("rank 0 on a heard nothing from rank 1 within|rank 1 on b heard nothing from rank 0 within");
    }

    @Test
    void shouldNameSomeWhereManyAreSilent() {
        Set<Integer> all = Set.of(0, 1, 2, 3, 4, 5, 6, 7);
        assertThatThrownBy(() -> exchangeInVain(8, all)).isInstanceOf(CommException.class)
                .message().containsPattern("heard nothing from rank \\d, rank \\d, rank \\d, rank \\d and 3 more within 1 s");
    }

    @Test
    void shouldMeasureEveryPairOnce() {
        ConcurrentLinkedQueue<Timing> timings = new ConcurrentLinkedQueue<>();
        onRanks(4, NOBODY, 0, world -> timings.addAll(new PairTest(world, rankTable(4), LONG, ticking(1_000), System::nanoTime)
                .measure(List.of(0, 1, 3), new ObjectExchange(world)::barrier)));
        assertThat(timings).extracting(Timing::a, Timing::b).containsExactlyInAnyOrder(
                tuple(0, 1), tuple(0, 3), tuple(1, 3));
        // each round trip takes one tick
        assertThat(timings).allSatisfy(t -> {
            assertThat(t.smallSeconds()).isCloseTo(0.5e-6, within(1e-15));
            assertThat(t.bytesPerSecond()).isCloseTo((1 << 20) / 0.5e-6, withinPercentage(1e-6));
        });
    }

    /** No time passes until both ranks of the pair have lost a message: then nobody else is waited for. */
    @Test
    void shouldSeeALinkThatDropsLargePackets() {
        AtomicInteger losses = new AtomicInteger();
        LongSupplier clock = () -> losses.get() < 2 ? 0 : 100 * System.nanoTime();
        assertThatThrownBy(() -> onRanks(3, B_AND_C, 1000, losses::incrementAndGet, world -> new PairTest(world, rankTable(3), LONG,
                System::nanoTime, clock).measure(List.of(0, 1, 2), new ObjectExchange(world)::barrier)))
                .isInstanceOf(CommException.class).message().contains("heard nothing from rank ",
                "1 MiB did not arrive, although 8 bytes did", "MTU")
                .containsPattern("rank 1 on b|rank 2 on c");
    }

    /** A clock that is so many nanoseconds further each time it is asked. */
    private static LongSupplier ticking(long nanos) {
        AtomicLong now = new AtomicLong();
        return () -> now.addAndGet(nanos);
    }

    @Test
    void shouldNotCountTimeInWhichItStoodStill() {
        AtomicLong millis = new AtomicLong();
        Deadline deadline = new Deadline(Duration.ofMillis(250), () -> 1_000_000 * millis.get());
        millis.addAndGet(60_000);
        assertThat(deadline.over()).as("a minute that it did not see pass counts as 100 ms").isFalse();
        millis.addAndGet(90);
        assertThat(deadline.over()).isFalse();
        millis.addAndGet(60);
        assertThat(deadline.over()).isFalse();
        millis.addAndGet(1);
        assertThat(deadline.over()).isTrue();
    }
}
