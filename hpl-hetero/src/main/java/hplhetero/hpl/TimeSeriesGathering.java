package hplhetero.hpl;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.timing.TimeSeriesShape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The gathering of the ranks' time series on rank 0, after the clock has stopped. Each rank that records sends one message, all of the same
 * bounded size, in a gather among the ranks that record and rank 0. A message holds, in doubles:
 * <pre>
 * | spans | reached, by point | worker seconds of FACTORIZATION, by point | ... of SOLVE | spans: step, worker, phase, begin, end |
 * </pre>
 */
final class TimeSeriesGathering {
    private static final int PHASES = Phase.WAITING.ordinal();
    private static final int SPAN_DOUBLES = 5;

    private final BlockMap map;
    private final TimeSeriesShape shape;
    private final int points;

    TimeSeriesGathering(BlockMap map) {
        this.map = map;
        shape = shape(map);
        points = shape.after().length;
    }

    /** Returns what any run on this map records: points, panel steps, ranks and workers. */
    static TimeSeriesShape shape(BlockMap map) {
        return TimeSeriesShape.of(map.n(), map.nb(), Arrays.stream(map.grid().owners()).distinct().sorted().toArray());
    }

    /** Returns whether a rank records a time series; only some ranks do where there are many. */
    boolean records(int rank) {
        return Arrays.binarySearch(shape.ranks(), rank) >= 0;
    }

    /**
     * Returns new timers for a rank, which record a time series where the rank is one that records.
     *
     * @param rank    number of the rank in the case
     * @param workers number of the rank's workers
     */
    PhaseTimers timers(int rank, int workers) {
        return new PhaseTimers(workers, records(rank) ? shape : null);
    }

    /**
     * Gathers the time series of the run. Collective over all ranks of the case.
     *
     * @param timers this rank's timers, made by {@link #timers}, after the run
     * @return the time series on rank 0, else empty
     */
    Optional<TimeSeries> gathered(Communicator ranks, PhaseTimers timers) {
        int me = ranks.rank();
        Communicator members = ranks.split(me == 0 || records(me) ? 0 : Communicator.NO_COLOR, me);
        if (members == null) {
            return Optional.empty();
        }
        Optional<TimeSeries> series = gathered(members, records(me) ? Optional.of(timers.series(me)) : Optional.empty());
        members.free();
        return series;
    }

    private Optional<TimeSeries> gathered(Communicator members, Optional<RankSeries> mine) {
        return MessageMemory.lend(arena -> {
            long bytes = 8L * (1 + points * (1 + PHASES) + SPAN_DOUBLES * shape.spansOfRank());
            MemorySegment piece = arena.allocate(bytes, 64);
            MemorySegment whole = members.rank() == 0 ? arena.allocate(bytes * members.size(), 64) : null;
            mine.ifPresent(series -> write(series, piece));
            Collectives.Gather gather = CollectiveAlgorithms.of(members).gather(Tags.AGREEMENT);
            gather.start(piece, whole, 0);
            Await.done(gather);
            if (whole == null) {
                return Optional.empty();
            }
            // Rank 0 takes part in the gather even where it records nothing, as a rank that the map leaves out.
            int first = mine.isPresent() ? 0 : 1;
            int[] rank = shape.ranks();
            List<RankSeries> all = IntStream.range(0, rank.length)
                    .mapToObj(i -> read(rank[i], whole.asSlice((first + i) * bytes, bytes))).toList();
            return Optional.of(new TimeSeries(map.panels(), Arrays.stream(shape.after()).boxed().toList(), all));
        });
    }

    private void write(RankSeries series, MemorySegment to) {
        to.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, series.spans().size());
        int at = write(series.seconds(), to, 1);
        for (int phase = 0; phase < PHASES; phase++) {
            at = write(series.workerSeconds().get(Phase.values()[phase]), to, at);
        }
        for (Span span : series.spans()) {
            at = write(List.of((double) span.step(), (double) span.worker(), (double) span.phase().ordinal(), span.begin(), span.end()),
                    to, at);
        }
    }

    private static int write(List<Double> values, MemorySegment to, int at) {
        for (int i = 0; i < values.size(); i++) {
            to.setAtIndex(ValueLayout.JAVA_DOUBLE, at + i, values.get(i));
        }
        return at + values.size();
    }

    private RankSeries read(int rank, MemorySegment from) {
        Map<Phase, List<Double>> seconds = new EnumMap<>(Phase.class);
        for (int phase = 0; phase < PHASES; phase++) {
            seconds.put(Phase.values()[phase], read(from, 1 + (1 + phase) * points, points));
        }
        List<Span> spans = new ArrayList<>();
        for (int s = 0; s < (int) from.getAtIndex(ValueLayout.JAVA_DOUBLE, 0); s++) {
            List<Double> span = read(from, 1 + (1 + PHASES) * points + s * SPAN_DOUBLES, SPAN_DOUBLES);
            spans.add(new Span(span.get(0).intValue(), span.get(1).intValue(), Phase.values()[span.get(2).intValue()], span.get(3),
                    span.get(4)));
        }
        return new RankSeries(rank, read(from, 1, points), seconds, spans);
    }

    private static List<Double> read(MemorySegment from, int at, int count) {
        return IntStream.range(at, at + count).mapToObj(i -> from.getAtIndex(ValueLayout.JAVA_DOUBLE, i)).toList();
    }
}
