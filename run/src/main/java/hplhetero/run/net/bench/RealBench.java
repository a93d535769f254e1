package hplhetero.run.net.bench;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Collectives.Allgather;
import hplhetero.comm.Collectives.Allreduce;
import hplhetero.comm.Collectives.Alltoall;
import hplhetero.comm.Collectives.Broadcast;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.Operation;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.comm.select.ChoiceKey;
import hplhetero.comm.select.SelectedCollectives;
import hplhetero.comm.select.Selection;
import hplhetero.comm.select.Selector;
import hplhetero.comm.select.SizeClass;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import hplhetero.run.terminal.StandardError;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A benchmark on the ranks of a transport, all of which do the same. Buffers live as long as the benchmark of one size. */
final class RealBench {
    private static final int TAG = 1;
    /** Number of turns in which each algorithm does a part of its calls, so that a disturbance of the machine affects all algorithms. */
    private static final int TURNS = 5;
    private static final int WARM_UP_CALLS = 3;
    private static final double SECONDS_PER_NANO = 1e-9;

    private final BenchRequest request;
    private final Communicator world;
    private final Placement placement;
    private final CollectiveAlgorithms collectives;
    private final Selector selector;
    private final SelectedCollectives selected;
    private final Collectives.Barrier barrier;
    private final String where;

    /**
     * Makes a benchmark that has run nothing yet. Collective.
     *
     * @param request   what is to be benchmarked
     * @param world     connects the ranks
     * @param placement where the ranks sit
     * @param where     the transport, for people
     * @throws hplhetero.input.text.InputException when what is known was learnt elsewhere, or an algorithm does not exist
     */
    RealBench(BenchRequest request, Communicator world, Placement placement, String where) {
        this.request = request;
        this.world = world;
        this.placement = placement;
        this.where = where;
        collectives = CollectiveAlgorithms.of(world, placement);
        selector = request.selector(placement);
        selected = new SelectedCollectives(world, collectives, selector);
        barrier = collectives.barrier(TAG);
    }

    /** A collective call that can be repeated. */
    private record Call(Runnable start, Operation operation) {
        /** Does the call once, and waits until it is done on this rank. */
        void once() {
            start.run();
            Await.done(operation);
        }
    }

    /** Returns this rank's selector, which has learnt from all calls so far. */
    Selector selector() {
        return selector;
    }

    /** Runs the benchmark and returns its report, equal on all ranks. Collective. */
    BenchReport report() {
        List<BenchReport.Part> parts = new ArrayList<>();
        for (Collective collective : request.collectives()) {
            for (long bytes : request.bytes()) {
                if (world.rank() == 0) {
                    StandardError.note(collective.label() + ", " + bytes + " bytes");
                }
                parts.add(MessageMemory.lend(arena -> part(arena, collective, bytes)));
            }
        }
        return new BenchReport(BenchReport.SCHEMA, placement.toString(), where, request.costs().words(), world.size(),
                request.calls(), parts);
    }

    private BenchReport.Part part(Arena arena, Collective collective, long bytes) {
        List<Algorithm> algorithms = selector.algorithms(collective);
        Call[] calls = algorithms.stream().map(algorithm -> single(arena, algorithm, bytes)).toArray(Call[]::new);
        double[] seconds = new double[calls.length];
        for (Call call : calls) {
            seconds(call, WARM_UP_CALLS);
        }
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = 0; i < calls.length; i++) {
                seconds[i] += seconds(calls[i], callsOf(turn));
            }
        }
        BenchReport.Selected selected = selected(arena, collective, bytes);
        double[] means = means(seconds);
        Selection selection = selector.selection(collective, bytes, 0);
        return new BenchReport.Part(collective.label(), bytes, IntStream.range(0, calls.length)
                .mapToObj(i -> new BenchReport.Single(algorithms.get(i).label(), selection.candidates().get(i).predicted(),
                        means[i] / request.calls())).toList(), selected);
    }

    private int callsOf(int turn) {
        return request.calls() * (turn + 1) / TURNS - request.calls() * turn / TURNS;
    }

    private double seconds(Call call, int times) {
        barrier();
        long begun = System.nanoTime();
        for (int i = 0; i < times; i++) {
            call.once();
        }
        return (System.nanoTime() - begun) * SECONDS_PER_NANO;
    }

    private void barrier() {
        barrier.start();
        Await.done(barrier);
    }

    private BenchReport.Selected selected(Arena arena, Collective collective, long bytes) {
        Call call = selectedCall(arena, collective, bytes);
        barrier();
        long begun = System.nanoTime();
        Selection selection = selector.selection(collective, bytes, 0);
        long learning = 0;
        double learningSeconds = 0;
        for (int i = 0; i < request.calls(); i++) {
            boolean learns = selection.isLearning();
            long before = System.nanoTime();
            call.once();
            if (learns) {
                learning++;
                learningSeconds += (System.nanoTime() - before) * SECONDS_PER_NANO;
            }
        }
        double[] means = means((System.nanoTime() - begun) * SECONDS_PER_NANO, learningSeconds);
        return new BenchReport.Selected(means[0], learning, means[1],
                selection.choice(new ChoiceKey(collective, "world", SizeClass.of(bytes))));
    }

    /** Returns the mean of each value over the ranks. Collective. */
    private double[] means(double... values) {
        return MessageMemory.lend(arena -> {
            MemorySegment sums = arena.allocateFrom(JAVA_DOUBLE_UNALIGNED, values);
            Allreduce allreduce = collectives.allreduce(sums.byteSize(), RealBench::add, TAG);
            allreduce.start(sums);
            Await.done(allreduce);
            return Arrays.stream(sums.toArray(JAVA_DOUBLE_UNALIGNED)).map(sum -> sum / world.size()).toArray();
        });
    }

    private static void add(MemorySegment inout, MemorySegment in) {
        long doubles = inout.byteSize() / Double.BYTES;
        for (long i = 0; i < doubles; i++) {
            inout.setAtIndex(JAVA_DOUBLE_UNALIGNED, i, inout.getAtIndex(JAVA_DOUBLE_UNALIGNED, i) + in.getAtIndex(JAVA_DOUBLE_UNALIGNED,
                    i));
        }
    }

    private Call single(Arena arena, Algorithm algorithm, long bytes) {
        String label = algorithm.label();
        return switch (algorithm.collective()) {
            case BROADCAST -> broadcast(arena, bytes, collectives.broadcast(label, TAG));
            case ALLTOALL -> alltoall(arena, bytes, collectives.alltoall(label, bytes, TAG));
            case ALLGATHER -> allgather(arena, bytes, collectives.allgather(label, TAG));
            case ALLREDUCE -> allreduce(arena, bytes, collectives.allreduce(label, bytes, RealBench::add, TAG));
            default -> throw new IllegalArgumentException(algorithm.collective() + " has nothing to select");
        };
    }

    private Call selectedCall(Arena arena, Collective collective, long bytes) {
        return switch (collective) {
            case BROADCAST -> broadcast(arena, bytes, selected.broadcast(TAG));
            case ALLTOALL -> alltoall(arena, bytes, selected.alltoall(bytes, TAG));
            case ALLGATHER -> allgather(arena, bytes, selected.allgather(TAG));
            case ALLREDUCE -> allreduce(arena, bytes, selected.allreduce(bytes, RealBench::add, TAG));
            default -> throw new IllegalArgumentException(collective + " has nothing to select");
        };
    }

    private Call broadcast(Arena arena, long bytes, Broadcast broadcast) {
        MemorySegment buffer = arena.allocate(bytes, 64);
        return new Call(() -> broadcast.start(buffer, 0), broadcast);
    }

    private Call alltoall(Arena arena, long bytes, Alltoall alltoall) {
        MemorySegment outgoing = arena.allocate(bytes * world.size(), 64);
        MemorySegment incoming = arena.allocate(bytes * world.size(), 64);
        return new Call(() -> alltoall.start(outgoing, incoming), alltoall);
    }

    private Call allgather(Arena arena, long bytes, Allgather allgather) {
        MemorySegment whole = arena.allocate(bytes * world.size(), 64);
        long[] lengths = IntStream.range(0, world.size()).mapToLong(rank -> bytes).toArray();
        long[] offsets = IntStream.range(0, world.size()).mapToLong(rank -> rank * bytes).toArray();
        return new Call(() -> allgather.start(whole, offsets, lengths), allgather);
    }

    private Call allreduce(Arena arena, long bytes, Allreduce allreduce) {
        MemorySegment buffer = arena.allocate(bytes, 64);
        return new Call(() -> allreduce.start(buffer), allreduce);
    }
}
