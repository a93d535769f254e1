package hplhetero.results;

import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.RateSample;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A change of a rank's speed that the map followed while a test ran, compared with the other ranks.
 *
 * @param rank  number of the rank
 * @param ratio rate of the rank before the move, as a multiple of its rate at the start of the test; divided by the same number of the
 *              middle one of all ranks, because all rates fall while the trailing matrix becomes small
 * @param panel number of panels that had been applied at the move
 */
public record SpeedChange(int rank, double ratio, int panel) {
    /** Least change that is told: smaller ones are usual. */
    private static final double LEAST = 0.1;
    /** Number of samples at the start, and before a move, whose middle rate counts; fewer where the move came early. */
    private static final int SAMPLES = 3;

    /** Returns the largest change before one of the moves of a test; empty where none was more than a tenth, or nothing moved. */
    public static Optional<SpeedChange> largest(Adaptation seen) {
        return seen.moves().stream().flatMap(move -> before(move, seen.rates())).filter(SpeedChange::isNotable)
                .max(Comparator.comparingDouble(SpeedChange::size));
    }

    private boolean isNotable() {
        return Math.abs(ratio - 1) > LEAST;
    }

    private double size() {
        return Math.abs(Math.log(ratio));
    }

    private static Stream<SpeedChange> before(MapMove move, List<RateSample> rates) {
        List<RateSample> until = rates.stream().filter(sample -> sample.panel() <= move.panel()).toList();
        int part = Math.min(SAMPLES, until.size() / 2);
        int ranks = until.stream().mapToInt(sample -> sample.gflops().size()).min().orElse(0);
        double[] ratios = IntStream.range(0, ranks).mapToDouble(rank -> middle(until.subList(until.size() - part, until.size()), rank)
                / middle(until.subList(0, part), rank)).toArray();
        double[] known = IntStream.range(0, ranks).mapToDouble(rank -> ratios[rank]).filter(Double::isFinite).sorted().toArray();
        return IntStream.range(0, ranks).filter(rank -> Double.isFinite(ratios[rank]))
                .mapToObj(rank -> new SpeedChange(rank, ratios[rank] / known[known.length / 2], move.panel()));
    }

    /** Returns the middle one of a rank's rates, of two the higher; NaN where none is known. */
    private static double middle(List<RateSample> samples, int rank) {
        double[] rates = samples.stream().mapToDouble(sample -> sample.gflops().get(rank)).filter(rate -> rate > 0).sorted().toArray();
        return rates.length == 0 ? Double.NaN : rates[rates.length / 2];
    }
}
