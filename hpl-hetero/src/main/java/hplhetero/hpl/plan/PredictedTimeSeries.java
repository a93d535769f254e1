package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.TimeSeries;
import java.util.List;
import java.util.stream.IntStream;

/** The time series that was predicted for a run, beside the recorded time series. */
public final class PredictedTimeSeries {
    private PredictedTimeSeries() {
    }

    /**
     * Returns predicted seconds since the start of a run for each point of its recorded time series. A point is a number of finished panel
     * steps; the last is the end of the run. {@link hplhetero.hpl.model.TimeModel} predicts them from what was measured of the ranks before
     * the run, by going through the panel steps once, as for a plan. The last value is what a plan of this run predicts. Returns an empty
     * list where the ranks were not measured or nothing was recorded, and where block columns changed owners during the run, because the
     * prediction is for the map with which the run began.
     *
     * @param result a test's result, with its time series and the measured ranks
     */
    public static List<Double> of(CaseResult result) {
        return result.adaptation().hasMoved() ? List.of() : result.timeSeries()
                .flatMap(series -> result.cluster().filter(c -> c.size() >= result.hplCase().ranks())
                        .map(c -> of(result.hplCase(), series, c))).orElse(List.of());
    }

    private static List<Double> of(HplCase c, TimeSeries series, Cluster cluster) {
        RunReplay replay = new RunReplay(new ModelInputs(cluster, BlockMap.of(c)), SolveVariant.of(c), c.steps());
        double seconds = replay.run(0).seconds();
        int last = series.after().size() - 1;
        return IntStream.rangeClosed(0, last).mapToObj(i -> i == last ? seconds : replay.secondsAfter(series.after().get(i))).toList();
    }
}
