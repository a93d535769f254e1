package hplhetero.run.job;

import hplhetero.blas.environment.CacheFolder;
import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.calibrate.Effort;
import hplhetero.hpl.calibrate.MeasuringTime;
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
    /** Seconds spent measuring in this run, without the warm-up. Written by rank 0's thread. */
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
     * Measures ranks and links, or takes an earlier measurement from the user's cache folder. Where a thorough measurement is doubtful, all
     * ranks are measured once more, for twice as long; a short one stands. Equal ranks of a host that differ by noise even then are treated
     * as equal. The user is warned of rates that vary, except where measuring is all that was asked for and the caller reports them.
     *
     * @param next the run that comes, or one like those that will come
     * @param nbs  block sizes that the run may have
     * @param time how much and for how long to measure
     * @param use  whether an earlier measurement may be taken
     * @return all ranks and the links between them, with their rates
     */
    public Cluster calibrate(HplCase next, List<Integer> nbs, MeasuringTime time, CalibrationCache.Use use) {
        // describing the hosts tells ranks of different kinds apart
        session.hosts();
        measured = false;
        Cluster cluster = found(new Command.Calibrate(next, nbs, time), use);
        if (time.isPatient() && !measured && Calibration.variedRates(cluster).isPresent()) {
            StandardError.note("the rates of ranks varied when the cached calibration was measured: measuring again");
            cluster = found(new Command.Calibrate(next, nbs, time), CalibrationCache.Use.AFRESH);
        }
        Optional<String> doubt = measured ? Calibration.doubt(cluster) : Optional.empty();
        if (doubt.isPresent() && time.effort() == Effort.SHORT) {
            StandardError.note("warning: " + doubt.get() + ": the run begins with them, --calibrate thorough measures for longer");
        } else if (doubt.isPresent() && (time.isPatient() || time.seconds() < MeasuringTime.MOST_SECONDS)) {
            StandardError.note(doubt.get() + ": measuring again");
            cluster = found(new Command.Calibrate(next, nbs, time.longer()), CalibrationCache.Use.AFRESH);
        }
        if (measured && !time.isPatient()) {
            Calibration.variedRates(cluster).ifPresent(what -> StandardError.note("warning: " + what));
        }
        return new Cluster(RankClasses.peersAveraged(cluster.ranks(), Collections.max(nbs)), cluster.network(), cluster.origin());
    }

    private Cluster found(Command.Calibrate command, CalibrationCache.Use use) {
        CalibrationCache kept = CalibrationCache.of(CacheFolder.ofUser(), session.rankInfos(), session.setup(), command, use);
        cache = Optional.of(kept);
        long begin = System.nanoTime();
        double warmedUp = session.warmUpSeconds();
        Cluster cluster = session.calibrated(command, kept, what -> {
            measured = true;
            StandardError.note(what);
        });
        seconds += measured ? (System.nanoTime() - begin) * 1e-9 - (session.warmUpSeconds() - warmedUp) : 0;
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

    /** Returns the seconds spent measuring ranks and links in this run, without the warm-up before it. May be called from any thread. */
    public double seconds() {
        return seconds;
    }
}
