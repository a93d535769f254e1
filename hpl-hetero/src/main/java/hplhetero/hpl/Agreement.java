package hplhetero.hpl;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;

/** What the ranks of a case tell each other outside the clock. Every method is collective. */
final class Agreement {
    private static final int HOST_BYTES = 256;

    private final Communicator ranks;
    private final Collectives collectives;

    Agreement(Communicator ranks) {
        this.ranks = ranks;
        collectives = CollectiveAlgorithms.of(ranks);
    }

    double smallest(double mine) {
        return combined(new double[] {mine}, Math::min)[0];
    }

    double largest(double mine) {
        return combined(new double[] {mine}, Math::max)[0];
    }

    /** Of each of as many numbers on all ranks. */
    double[] largest(double[] mine) {
        return combined(mine, Math::max);
    }

    /** Whether all ranks have the same text. */
    boolean isCommon(String mine) {
        double code = mine.hashCode();
        double[] most = combined(new double[] {code, -code}, Math::max);
        return most[0] == -most[1];
    }

    void barrier() {
        Collectives.Barrier barrier = collectives.barrier(Tags.AGREEMENT);
        barrier.start();
        Await.done(barrier);
    }

    private double[] combined(double[] mine, DoubleBinaryOperator operator) {
        return MessageMemory.lend(arena -> {
            MemorySegment values = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, mine);
            Collectives.Allreduce allreduce = collectives.allreduce(values.byteSize(), (inout, in) -> {
                for (long i = 0; i < mine.length; i++) {
                    inout.setAtIndex(ValueLayout.JAVA_DOUBLE, i, operator.applyAsDouble(
                            inout.getAtIndex(ValueLayout.JAVA_DOUBLE, i), in.getAtIndex(ValueLayout.JAVA_DOUBLE, i)));
                }
            }, Tags.AGREEMENT);
            allreduce.start(values);
            Await.done(allreduce);
            return values.toArray(ValueLayout.JAVA_DOUBLE);
        });
    }

    /** All ranks' reports on rank 0, by rank; empty elsewhere. */
    List<RankReport> reports(RankReport mine) {
        return MessageMemory.lend(arena -> {
            int doubles = 2 + Phase.values().length;
            long bytes = 8L * doubles + HOST_BYTES;
            MemorySegment piece = arena.allocate(bytes, 64);
            MemorySegment whole = ranks.rank() == 0 ? arena.allocate(bytes * ranks.size(), 64) : null;
            write(mine, piece);
            Collectives.Gather gather = collectives.gather(Tags.AGREEMENT);
            gather.start(piece, whole, 0);
            Await.done(gather);
            List<RankReport> reports = new ArrayList<>();
            for (int r = 0; r < ranks.size() && whole != null; r++) {
                reports.add(read(r, whole.asSlice(r * bytes, bytes)));
            }
            return reports;
        });
    }

    private static void write(RankReport report, MemorySegment to) {
        to.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, report.workers());
        to.setAtIndex(ValueLayout.JAVA_DOUBLE, 1, report.blockShare());
        for (Phase phase : Phase.values()) {
            to.setAtIndex(ValueLayout.JAVA_DOUBLE, 2 + phase.ordinal(), report.seconds().get(phase));
        }
        byte[] host = Arrays.copyOf(report.host().getBytes(StandardCharsets.UTF_8), HOST_BYTES - 1);
        MemorySegment.copy(host, 0, to, ValueLayout.JAVA_BYTE, 8L * (2 + Phase.values().length), host.length);
    }

    private static RankReport read(int rank, MemorySegment from) {
        Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            seconds.put(phase, from.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 + phase.ordinal()));
        }
        return new RankReport(rank, from.getString(8L * (2 + Phase.values().length)), (int) from.getAtIndex(ValueLayout.JAVA_DOUBLE, 0),
                from.getAtIndex(ValueLayout.JAVA_DOUBLE, 1), seconds);
    }
}
