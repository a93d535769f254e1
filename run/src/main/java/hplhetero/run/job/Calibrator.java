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
 * Decides when ranks and links are measured, when an earlier measurement is taken, and what the user is told of it. Owner: rank 0's thread,
 * except for {@link #seconds}.
 */
public final class Calibrator {
    private final Session session;
    /** The cache that keeps the measurement asked for last; empty before the first. */
    private Optional<CalibrationCache> cache = Optional.empty();
    /** Whether the current call of {@link #calibrate} has measured anything. */
    private boolean measured;
    /** Seconds spent measuring in this run. Written by rank 0's thread. */
    private volatile double seconds;

    /**
     * Makes a calibrator that has measured nothing yet.
     *
     * @param session rank 0's session, through which all ranks are measured
     */
    Calibrator(Session session) {
        this.session = session;
    }

    /**
     * Measures ranks and links, or takes an earlier measurement from the user's cache folder. Where the measurement is doubtful, all ranks
     * are measured once more, for twice as long. Equal ranks of a host that differ by noise even then are treated as equal. The user is
     * warned of rates that vary, except with thorough repeats, where the caller reports them.
     *
     * @param next    the run that comes, or one like those that will come
     * @param nbs     block sizes that the run may have
     * @param budget  seconds for measuring
     * @param repeats how often to repeat measurements where ranks vary
     * @param use     whether an earlier measurement may be taken
     * @return all ranks and the links between them, with their rates
     */
    public Cluster calibrate(HplCase next, List<Integer> nbs, double budget, MeasurementRepeats repeats, CalibrationCache.Use use) {
        // describing the hosts tells ranks of different kinds apart
        session.hosts();
        boolean thorough = repeats.equals(MeasurementRepeats.THOROUGH);
        measured = false;
        Cluster cluster = found(new Command.Calibrate(next, nbs, budget, repeats), use);
        if (thorough && !measured && Calibration.variedRates(cluster).isPresent()) {
            StandardError.say("the rates of ranks varied when the cached calibration was measured: measuring again");
            cluster = found(new Command.Calibrate(next, nbs, budget, repeats), CalibrationCache.Use.AFRESH);
        }
        Optional<String> doubt = Calibration.doubt(cluster);
        if (measured && (budget < CalibrationRequest.MOST_SECONDS || thorough) && doubt.isPresent()) {
            StandardError.say(doubt.get() + ": measuring again");
            double longer = Math.max(budget, CalibrationRequest.longerThan(budget));
            cluster = found(new Command.Calibrate(next, nbs, longer, thorough ? repeats : MeasurementRepeats.ONCE),
                    CalibrationCache.Use.AFRESH);
        }
        if (measured && !thorough) {
            Calibration.variedRates(cluster).ifPresent(what -> StandardError.say("warning: " + what));
        }
        return new Cluster(RankClasses.peersAveraged(cluster.ranks(), Collections.max(nbs)), cluster.network(), cluster.origin());
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

    /**
     * Replaces the calibration that the last {@link #calibrate} stored in the user's cache folder, so that later runs start from corrected
     * rates. Does nothing where there was no {@link #calibrate}, or nothing is stored.
     *
     * @param cluster the ranks and links, with rates corrected by how fast the ranks were when they solved a test
     */
    public void keep(Cluster cluster) {
        cache.ifPresent(kept -> kept.correct(cluster.ranks().stream().map(RankProfile::host).toList(), cluster));
    }

    /** Returns the seconds spent measuring ranks and links in this run. May be called from any thread. */
    public double seconds() {
        return seconds;
    }
}
