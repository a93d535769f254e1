package hplhetero.run.job;

import hplhetero.blas.select.MachineCache;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.calibrate.CalibrationRequest;
import hplhetero.hpl.calibrate.ClusterStore;
import hplhetero.hpl.calibrate.Effort;
import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.ClusterText;
import hplhetero.hpl.cluster.DeviceCost;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Calibrations in the user's cache folder, one file for each set of hosts and settings. A calibration may be used for as long as all that
 * it depends on is unchanged.
 *
 * @param folder   the cache folder
 * @param settings what a calibration depends on besides hosts, processor, Java and build: kernels, workers, block sizes, slowdown
 * @param time     how much and for how long ranks are measured now, where they are
 * @param streams  the ranks that must have measured what streaming through their devices costs
 * @param use      whether an earlier calibration may be taken
 */
public record CalibrationCache(Path folder, Map<String, String> settings, MeasuringTime time, Set<Integer> streams, Use use)
        implements ClusterStore {

    /** Key of the number of measurements made for the kept result; the result is that of the last one. */
    private static final String MEASUREMENTS_KEY = "measured";
    /** Number of measurements after which a doubtful calibration is taken: two runs, each of which measures twice. */
    private static final int ENOUGH_MEASUREMENTS = 4;
    /** Key of the seconds for which the ranks were measured. */
    private static final String SECONDS_KEY = "seconds";
    /** Key of how much was measured, a name of {@link Effort}. */
    private static final String EFFORT_KEY = "effort";
    /** How many times longer than the kept measurement a run may want to measure and still take the kept one. Beyond, it measures again. */
    private static final double LONGER_FACTOR = 2;

    /** The rule that says whether an earlier calibration may be taken. */
    public enum Use { CACHED, AFRESH }

    /**
     * Returns the cache of calibrations for ranks that work with these kernels, workers and settings.
     *
     * @param folder    the cache folder
     * @param rankInfos what each rank works with, by rank
     * @param setup     the setup of all ranks
     * @param command   what is measured where it is: the block sizes, for how long, and the run to come, whose matrix may stream
     * @param use       whether an earlier calibration may be taken
     */
    static CalibrationCache of(Path folder, List<RankInfo> rankInfos, JobSetup setup, Command.Calibrate command, Use use) {
        long bytes = CalibrationRequest.matrixBytes(command.next());
        Set<Integer> streams = IntStream.range(0, rankInfos.size()).filter(rank -> rankInfos.get(rank).onDevice()
                && rankInfos.get(rank).deviceBytes() < bytes).boxed().collect(Collectors.toSet());
        return new CalibrationCache(folder, Map.of(
                "provider", kernels(rankInfos),
                "workers", rankInfos.stream().map(RankInfo::workers).toList().toString(), "slowdown", setup.factors().toString(),
                "nb", command.nbs().toString()), command.time(), streams, use);
    }

    /**
     * Returns the names of the kernels of all ranks, each with the ranks that have them. A rank with a device differs from one without.
     *
     * @param rankInfos what each rank works with, by rank
     */
    static String kernels(List<RankInfo> rankInfos) {
        return IntStream.range(0, rankInfos.size()).boxed().collect(Collectors.groupingBy(
                rank -> rankInfos.get(rank).blas() + " " + rankInfos.get(rank).description(), LinkedHashMap::new, Collectors.toList()))
                .toString();
    }

    /**
     * Returns the kept calibration where it may be taken. A thorough one serves runs that would measure for a short time, but not the other
     * way round. A doubtful one is taken only after several measurements, because the disturbance
     * may be over by the next run.
     */
    @Override
    public Optional<Cluster> find(List<String> hosts) {
        return kept(hosts).filter(kept -> use == Use.CACHED && kept.serves(time)
                && kept.cluster.ranks().stream().allMatch(rank -> !streams.contains(rank.rank())
                        || rank.device().flatMap(DeviceCost::streamed).isPresent())
                && (Calibration.doubt(kept.cluster).isEmpty() || kept.measured >= ENOUGH_MEASUREMENTS)).map(Kept::cluster);
    }

    @Override
    public void keep(List<String> hosts, Cluster cluster) {
        store(hosts, new Kept(cluster, kept(hosts).map(Kept::measured).orElse(0) + 1, time.effort(), time.seconds()));
    }

    /**
     * Replaces the calibration stored for these hosts by a corrected one, without counting as a measurement. Does nothing where none is
     * stored.
     *
     * @param hosts   host of each rank, by rank
     * @param cluster the ranks and links, with rates corrected by how fast the ranks were when they solved a test
     */
    void correct(List<String> hosts, Cluster cluster) {
        kept(hosts).ifPresent(kept -> store(hosts, new Kept(cluster, kept.measured, kept.effort, kept.seconds)));
    }

    /** The contents of a cache file: the calibration, how many times it was measured, how much, and for how many seconds. */
    private record Kept(Cluster cluster, int measured, Effort effort, double seconds) {

        boolean serves(MeasuringTime wanted) {
            return effort == wanted.effort() ? LONGER_FACTOR * seconds >= wanted.seconds() : effort == Effort.THOROUGH;
        }
    }

    private Optional<Kept> kept(List<String> hosts) {
        return cache(hosts).load(key(hosts)).flatMap(values -> ClusterText.read(values)
                .map(cluster -> new Kept(cluster, (int) number(values, MEASUREMENTS_KEY),
                        values.getProperty(EFFORT_KEY, "").equals(Effort.THOROUGH.name()) ? Effort.THOROUGH : Effort.SHORT,
                        number(values, SECONDS_KEY))));
    }

    private static double number(Properties values, String name) {
        String text = values.getProperty(name, "");
        return text.matches("[0-9]{1,9}(\\.[0-9]{1,17})?") ? Double.parseDouble(text) : 0;
    }

    private void store(List<String> hosts, Kept kept) {
        Properties values = ClusterText.write(kept.cluster);
        values.setProperty(MEASUREMENTS_KEY, Integer.toString(kept.measured));
        values.setProperty(EFFORT_KEY, kept.effort.name());
        values.setProperty(SECONDS_KEY, String.format(Locale.ROOT, "%.3f", kept.seconds));
        cache(hosts).store(key(hosts), values);
    }

    private MachineCache cache(List<String> hosts) {
        return new MachineCache(folder, "calibration", hosts + " " + new TreeMap<>(settings));
    }

    private Map<String, String> key(List<String> hosts) {
        Map<String, String> key = new TreeMap<>(MachineCache.key(HplSolver.class));
        key.putAll(settings);
        key.put("hosts", String.join(",", hosts));
        return key;
    }
}
