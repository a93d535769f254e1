package hplhetero.hpl.network.probe;

import hplhetero.comm.Await;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.Request;
import hplhetero.hpl.network.probe.ProbeResult.Incast;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The measurement of many ranks that send to one: one, two, four, ..., all of the senders send to rank 0 when rank 0 tells them to. */
final class IncastProbe {
    /** Largest size of a message, in bytes; larger messages only take longer. */
    static final int MOST_BYTES = 256 << 10;

    private static final int GO_TAG = 10;
    private static final int DATA_TAG = 11;
    private static final int MOST_SENDERS = 16;
    private static final int LEAST_TRIALS = 5;
    private static final int MOST_TRIALS = 200;
    private static final byte MORE = 0;
    private static final byte LAST = 1;

    private final Communicator world;
    private final List<Integer> senders;
    private final int bytes;
    private final LongSupplier nanoTime;

    IncastProbe(Communicator world, List<Integer> senders, int bytes, LongSupplier nanoTime) {
        this.world = world;
        this.senders = senders;
        this.bytes = bytes;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the ranks that send, at most 16: ranks on other nodes than rank 0, and only one on each node. Where all ranks are on one
     * node, returns ranks of this node.
     *
     * @param ranks number of ranks of the world
     * @param hops  number of links between two ranks; 0 where both are on one node
     */
    static List<Integer> senders(int ranks, IntBinaryOperator hops) {
        List<Integer> chosen = new ArrayList<>();
        for (int rank = 1; rank < ranks && chosen.size() < MOST_SENDERS; rank++) {
            int candidate = rank;
            if (hops.applyAsInt(0, rank) > 0 && chosen.stream().noneMatch(other -> hops.applyAsInt(other, candidate) == 0)) {
                chosen.add(rank);
            }
        }
        return chosen.isEmpty() ? IntStream.range(1, ranks).limit(MOST_SENDERS).boxed().toList() : chosen;
    }

    /** Returns the numbers of senders that are measured: 1, 2, 4, ..., most. */
    private static List<Integer> series(int most) {
        List<Integer> counts = new ArrayList<>();
        for (int count = 1; count < most; count *= 2) {
            counts.add(count);
        }
        counts.add(most);
        return counts;
    }

    /**
     * Measures how long messages of growing numbers of senders take. Collective over the world.
     *
     * @param seconds time for all measurements together
     * @param barrier waits for all ranks
     * @param tell    passes on rank 0's text: returns on every rank what rank 0 passed
     * @return one measurement for each number of senders, equal on all ranks
     */
    List<Incast> measure(double seconds, Runnable barrier, UnaryOperator<String> tell) {
        List<Integer> counts = series(senders.size());
        StringBuilder lines = new StringBuilder();
        for (int count : counts) {
            barrier.run();
            if (world.rank() == 0) {
                lines.append(count).append(' ').append(receive(senders.subList(0, count), seconds / counts.size())).append('\n');
            } else if (senders.subList(0, count).contains(world.rank())) {
                send();
            }
        }
        return tell.apply(lines.toString()).lines().map(line -> line.split(" "))
                .map(words -> new Incast(0, Integer.parseInt(words[0]), bytes, Double.parseDouble(words[1]))).toList();
    }

    private double receive(List<Integer> from, double seconds) {
        return MessageMemory.lend(arena -> {
            MemorySegment in = arena.allocate((long) bytes * from.size(), 64);
            MemorySegment go = arena.allocate(1);
            double[] trials = new double[MOST_TRIALS];
            long begin = nanoTime.getAsLong();
            int count = 0;
            boolean more = true;
            while (more) {
                more = count + 1 < LEAST_TRIALS || count + 1 < MOST_TRIALS && (nanoTime.getAsLong() - begin) * 1e-9 < seconds;
                go.set(ValueLayout.JAVA_BYTE, 0, more ? MORE : LAST);
                trials[count++] = trial(from, in, go);
            }
            // The first trial is left out: it finds code not compiled yet.
            double[] sorted = Arrays.copyOfRange(trials, 1, count);
            Arrays.sort(sorted);
            return sorted[sorted.length / 2];
        });
    }

    private double trial(List<Integer> from, MemorySegment in, MemorySegment go) {
        List<Request> data = new ArrayList<>();
        for (int i = 0; i < from.size(); i++) {
            data.add(world.irecv(in.asSlice((long) i * bytes, bytes), from.get(i), DATA_TAG));
        }
        long start = nanoTime.getAsLong();
        List<Request> words = from.stream().map(sender -> world.isend(go, sender, GO_TAG)).toList();
        words.forEach(IncastProbe::finish);
        data.forEach(IncastProbe::finish);
        return (nanoTime.getAsLong() - start) * 1e-9;
    }

    private void send() {
        MessageMemory.lend(arena -> {
            MemorySegment out = arena.allocate(bytes, 64);
            MemorySegment go = arena.allocate(1);
            byte what = MORE;
            while (what == MORE) {
                finish(world.irecv(go, 0, GO_TAG));
                what = go.get(ValueLayout.JAVA_BYTE, 0);
                finish(world.isend(out, 0, DATA_TAG));
            }
            return what;
        });
    }

    private static void finish(Request message) {
        Await.done(message);
        message.release();
    }
}
