package hplhetero.comm.collective;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.LoneRank;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Traffic;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Holds statements together, and executors to them. */
final class TrafficChecks {
    static final int TAG = 2;

    /** What messages of all sizes lie in: they go nowhere. */
    static final MemorySegment BUFFER = Ranks.zeros(1 << 20);

    private TrafficChecks() {
    }

    /** Each message of a stage is stated by its sender and by its receiver. */
    static void assertSameEnds(Traffic traffic, int stage, String what) {
        List<List<Long>> sent = new ArrayList<>();
        List<List<Long>> received = new ArrayList<>();
        int ranks = traffic.ranks();
        IntStream.range(0, ranks * ranks).forEach(pair -> {
            sent.add(new ArrayList<>());
            received.add(new ArrayList<>());
        });
        for (int rank = 0; rank < ranks; rank++) {
            int me = rank;
            traffic.stage(stage, rank, sink((to, bytes) -> sent.get(me * ranks + to).add(bytes),
                    (from, bytes) -> received.get(from * ranks + me).add(bytes)));
            assertThat(sent.get(me * ranks + me)).as(what).isEmpty();
        }
        assertThat(sent).as(what).isEqualTo(received);
    }

    /** A rank of a broadcast sends to no other more than has come to it in earlier stages. */
    static void assertSendsWhatItHas(Traffic traffic, int rank, long atFirst, long atLeast) {
        long[] has = {atFirst};
        long[] sent = new long[traffic.ranks()];
        for (int stage = 0; stage < traffic.stages(); stage++) {
            long before = has[0];
            traffic.stage(stage, rank, sink((to, bytes) -> sent[to] += bytes, (from, bytes) -> has[0] += bytes));
            assertThat(Arrays.stream(sent).max().orElse(0)).as("%s on %d: rank %d at stage %d", traffic.name(), traffic.ranks(), rank,
                    stage).isLessThanOrEqualTo(before);
        }
        assertThat(has[0] - atFirst).isGreaterThanOrEqualTo(atLeast);
    }

    /** Runs an algorithm of these collectives to its end, on a rank whose messages go nowhere. */
    static void run(CollectiveAlgorithms collectives, Algorithm algorithm, Communicator communicator, long bytes, int root) {
        int ranks = communicator.size();
        String label = algorithm.label();
        Function<Integer, MemorySegment> buffer = pieces -> BUFFER.asSlice(0, pieces * bytes);
        Operation operation = switch (algorithm.collective()) {
            case BROADCAST -> {
                Collectives.Broadcast broadcast = collectives.broadcast(label, TAG);
                broadcast.start(buffer.apply(1), root);
                yield broadcast;
            }
            case ALLTOALL -> {
                Collectives.Alltoall alltoall = collectives.alltoall(label, bytes, TAG);
                alltoall.start(buffer.apply(ranks), buffer.apply(ranks));
                yield alltoall;
            }
            case ALLGATHER -> {
                Collectives.Allgather allgather = collectives.allgather(label, TAG);
                long[] lengths = new long[ranks];
                Arrays.fill(lengths, bytes);
                allgather.start(buffer.apply(ranks), offsets(lengths), lengths);
                yield allgather;
            }
            case ALLREDUCE -> {
                Collectives.Allreduce allreduce = collectives.allreduce(label, bytes, (inout, in) -> { }, TAG);
                allreduce.start(buffer.apply(1));
                yield allreduce;
            }
            case GATHER -> {
                Collectives.Gather gather = collectives.gather(TAG);
                gather.start(Ranks.zeros(bytes), buffer.apply(ranks), root);
                yield gather;
            }
            case BARRIER -> {
                Collectives.Barrier barrier = collectives.barrier(TAG);
                barrier.start();
                yield barrier;
            }
            case PIVOT_EXCHANGE -> {
                Collectives.PivotExchange exchange = collectives.pivotExchange(bytes, TAG);
                exchange.start(Ranks.zeros(Collectives.PivotExchange.recordBytes(bytes)), root);
                yield exchange;
            }
        };
        finish(operation);
    }

    static long[] offsets(long[] lengths) {
        long[] offsets = new long[lengths.length];
        for (int rank = 1; rank < offsets.length; rank++) {
            offsets[rank] = offsets[rank - 1] + lengths[rank - 1];
        }
        return offsets;
    }

    static void finish(Operation operation) {
        while (operation.poll() != Progress.DONE) {
            Thread.onSpinWait();
        }
    }

    /** A rank sent and awaited the bytes stated, in the order of each peer. */
    static void assertSame(LoneRank communicator, Traffic traffic, int rank, String what) {
        LoneRank expected = new LoneRank(rank, traffic.ranks());
        for (int stage = 0; stage < traffic.stages(); stage++) {
            traffic.stage(stage, rank, sink((to, bytes) -> expected.sent().get(to).add(bytes),
                    (from, bytes) -> expected.received().get(from).add(bytes)));
        }
        assertThat(communicator.sent()).as("%s of %s on %d: sent by %d", traffic.name(), what, traffic.ranks(), rank)
                .isEqualTo(expected.sent());
        assertThat(communicator.received()).as("%s of %s on %d: received by %d", traffic.name(), what, traffic.ranks(), rank)
                .isEqualTo(expected.received());
    }

    /** Hears of one end of a message. */
    interface End {
        void peer(int rank, long bytes);
    }

    static Traffic.Sink sink(End sent, End received) {
        return new Traffic.Sink() {
            @Override
            public void send(int to, long bytes) {
                sent.peer(to, bytes);
            }

            @Override
            public void receive(int from, long bytes) {
                received.peer(from, bytes);
            }
        };
    }
}
