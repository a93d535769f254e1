package hplhetero.bench.jmh;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of the cost of a broadcast beside its messages: choosing an algorithm for a communicator, once, and deciding for each panel
 * whom to send what. Messages are done at once and go nowhere.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CollectiveDecisionBenchmark {
    private static final int TAG = 1;
    private static final long BYTES = 1 << 20;

    @Param({"RING", "RING_M", "TWO_RING", "TWO_RING_M", "LONG", "LONG_M"})
    private BroadcastAlgorithm algorithm;

    @Param({"4", "64"})
    private int ranks;

    @Param({"1", "2"})
    private int sites;

    private final MemorySegment buffer = Arena.ofAuto().allocate(BYTES);
    private InstantCommunicator communicator;
    private Sites where;
    private Collectives.Broadcast broadcast;
    private int root;

    /** Checks that each rank is sent the whole buffer by the others, and that every rank receives what is sent to it. */
    @Setup
    public void prepare() {
        where = Sites.of(IntStream.range(0, ranks).map(rank -> rank * sites / ranks).toArray());
        check();
        // rank 1, which passes on what it receives
        communicator = new InstantCommunicator(1, ranks);
        broadcast = choose();
    }

    /**
     * Chooses the algorithm for a communicator.
     *
     * @return the broadcast that runs the algorithm
     */
    @Benchmark
    public Collectives.Broadcast choose() {
        return CollectiveAlgorithms.of(communicator, where).broadcast(algorithm, TAG);
    }

    /** Decides the messages of one panel, which one rank after another sends. */
    @Benchmark
    public void decide() {
        root = root + 1 == ranks ? 0 : root + 1;
        broadcast.start(buffer, root);
        Await.done(broadcast);
    }

    private void check() {
        for (root = 0; root < ranks; root++) {
            InstantCommunicator[] all = IntStream.range(0, ranks).mapToObj(rank -> new InstantCommunicator(rank, ranks))
                    .toArray(InstantCommunicator[]::new);
            for (InstantCommunicator one : all) {
                communicator = one;
                broadcast = choose();
                broadcast.start(buffer, root);
                Await.done(broadcast);
            }
            for (int rank = 0; rank < ranks; rank++) {
                check(all, rank);
            }
        }
        root = 0;
    }

    private void check(InstantCommunicator[] all, int rank) {
        long whole = 0;
        for (int other = 0; other < ranks; other++) {
            whole += all[rank].received[other];
            if (all[rank].received[other] != all[other].sent[rank]) {
                throw new IllegalStateException("wrong answer of " + algorithm + " from root " + root + ": " + other + " sends "
                        + all[other].sent[rank] + " bytes to " + rank + ", which receives " + all[rank].received[other]);
            }
        }
        if (rank != root && whole < BYTES) {
            throw new IllegalStateException("wrong answer of " + algorithm + " from root " + root + ": " + rank + " receives " + whole
                    + " bytes of " + BYTES);
        }
    }
}
