package hplhetero.bench.jmh;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives.PivotExchange;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.comm.transport.local.LocalTransport;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of one pivot exchange, the message pattern of one column of a panel, between ranks that are threads. One start of the ranks
 * serves so many exchanges that the start does not count.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class PivotExchangeBenchmark {
    private static final int EXCHANGES = 20_000;
    private static final int TAG = 1;

    @Param("2")
    private int ranks;

    /** The width of the panel, whose rows of so many doubles travel. */
    @Param({"64", "192", "384"})
    private int nb;

    /** Starts the ranks, which make {@code EXCHANGES} exchanges. */
    @Benchmark
    @OperationsPerInvocation(EXCHANGES)
    public void exchange() {
        new LocalTransport().run(ranks, this::rank);
    }

    /** Runs one rank. The ranks take turns in having the larger candidate, and in holding the current row. */
    private int rank(Communicator column) {
        long payload = 8L * nb;
        PivotExchange exchange = CollectiveAlgorithms.of(column).pivotExchange(payload, TAG);
        MemorySegment record = Arena.ofAuto().allocate(PivotExchange.recordBytes(payload), 64);
        for (int j = 0; j < EXCHANGES; j++) {
            record.set(ValueLayout.JAVA_DOUBLE, PivotExchange.MAGNITUDE_OFFSET, magnitude(column.rank(), j));
            record.set(ValueLayout.JAVA_LONG, PivotExchange.ROW_OFFSET, column.rank());
            record.set(ValueLayout.JAVA_DOUBLE, PivotExchange.CANDIDATE_OFFSET, j + column.rank());
            record.set(ValueLayout.JAVA_DOUBLE, PivotExchange.currentOffset(payload), j - column.rank());
            exchange.start(record, j % ranks);
            Await.done(exchange);
            check(record, j);
        }
        return 0;
    }

    private double magnitude(int rank, int j) {
        return (rank + j) % ranks;
    }

    private void check(MemorySegment record, int j) {
        int winner = Math.floorMod(-1 - j, ranks);
        int holder = j % ranks;
        if (record.get(ValueLayout.JAVA_LONG, PivotExchange.ROW_OFFSET) != winner
                || record.get(ValueLayout.JAVA_DOUBLE, PivotExchange.CANDIDATE_OFFSET) != j + winner
                || record.get(ValueLayout.JAVA_DOUBLE, PivotExchange.currentOffset(8L * nb)) != j - holder) {
            throw new IllegalStateException("wrong answer of exchange " + j + " among " + ranks + " ranks");
        }
    }
}
