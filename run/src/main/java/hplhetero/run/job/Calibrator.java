package hplhetero.run.job;

import hplhetero.blas.environment.CacheFolder;
import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.calibrate.CalibrationRequest;
import hplhetero.hpl.calibrate.MeasurementRepeats;
import hplhetero.hpl.calibrate.RankClasses;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.problem.HplCase;
import hplhetero.run.terminal.StandardError;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Decides when ranks and links are measured, when an earlier measurement is taken, and what is told of it. Owner: rank 0's thread, but
 * for {@link #seconds}.
 */
public final class Calibrator {
    private final Session session;
    /** Where the measurement last asked for is kept. */
    private Optional<CalibrationCache> cache = Optional.empty();
    /** Whether something was measured since it was last asked for. */
    private boolean measured;
    private volatile double seconds;

    Calibrator(Session session) {
        this.session = session;
    }

    /**
     * Measures ranks and links, or takes what the cache has. Where what was measured is doubtful all are measured once more, twice as
     * long; equal ranks of a host that differ by noise even then are taken for equal. What cannot be told is said, but for thorough
     * repeats: who wants those tells it.
     *
     * @param next    the run that comes, or one like those that will
     * @param nbs     block sizes it may have
     * @param asked   seconds for measuring
     * @param repeats how often, where ranks vary
     * @param use     whether an earlier measurement may be taken
     */
    public Cluster calibrate(HplCase next, List<Integer> nbs, double asked, MeasurementRepeats repeats, CalibrationCache.Use use) {
        // tells apart ranks of unlike kinds
        session.hosts();
        boolean thorough = repeats.equals(MeasurementRepeats.THOROUGH);
        measured = false;
        Cluster cluster = found(new Command.Calibrate(next, nbs, asked, repeats), use);
        if (thorough && !measured && Calibration.variedRates(cluster).isPresent()) {
            StandardError.say("ranks had varied when what is kept was measured: measuring again");
            cluster = found(new Command.Calibrate(next, nbs, asked, repeats), CalibrationCache.Use.AFRESH);
        }
        Optional<String> doubt = Calibration.doubt(cluster);
        if (measured && (asked < CalibrationRequest.MOST_SECONDS || thorough) && doubt.isPresent()) {
            StandardError.say(doubt.get() + ": measuring again");
            double longer = Math.max(asked, CalibrationRequest.longerThan(asked));
            cluster = found(new Command.Calibrate(next, nbs, longer, thorough ? repeats : MeasurementRepeats.ONCE),
                    CalibrationCache.Use.AFRESH);
        }
        if (measured && !thorough) {
            Calibration.variedRates(cluster).ifPresent(what -> StandardError.say("warning: " + what));
        }
        return new Cluster(RankClasses.twins(cluster.ranks(), Collections.max(nbs)), cluster.network(), cluster.origin());
    }

    private Cluster found(Command.Calibrate command, CalibrationCache.Use use) {
        CalibrationCache kept = CalibrationCache.of(CacheFolder.ofUser(), session.rankInfos(), session.setup(), command.nbs(),
                command.seconds(), use);
        cache = Optional.of(kept);
        long begin = System.nanoTime();
        Cluster cluster = session.calibrated(command, kept, what -> {
            measured = true;
            StandardError.say(what);
        });
        seconds += measured ? (System.nanoTime() - begin) * 1e-9 : 0;
        return cluster;
    }

    /** Keeps what a run has shown of the ranks in place of what was measured of them; after {@link #calibrate}. */
    public void keep(Cluster cluster) {
        cache.ifPresent(kept -> kept.correct(cluster.ranks().stream().map(RankProfile::host).toList(), cluster));
    }

    /** Seconds for which ranks and links have been measured in this run; from any thread. */
    public double seconds() {
        return seconds;
    }
}
