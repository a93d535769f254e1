package hplhetero.run.crew;

import hplhetero.blas.MachineCache;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.balance.Cluster;
import hplhetero.hpl.balance.probe.Calibration;
import hplhetero.hpl.balance.probe.ClusterStore;
import hplhetero.hpl.balance.probe.ClusterText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Calibrations in the user's cache folder, one file for each set of hosts and settings. One is good for as long as all
 * that it depends on is the same.
 *
 * @param folder   the cache folder
 * @param settings what it depends on besides hosts, processor, Java and build: kernels, workers, block sizes, slowdown
 * @param use      whether an earlier one may be taken
 */
public record CalibrationCache(Path folder, Map<String, String> settings, Use use) implements ClusterStore {

    /** How many times it was measured for this result, the last one. */
    private static final String MEASURED = "measured";
    /** What is still doubtful then is so: two runs, each of which measures twice. */
    private static final int MOST_MEASURED = 4;

    /** Whether an earlier calibration may be taken. */
    public enum Use { CACHED, AFRESH }

    /** Of ranks that work with this gear. */
    static CalibrationCache of(Path folder, List<RankGear> gear, Setup setup, List<Integer> nbs, Use use) {
        return new CalibrationCache(folder, Map.of(
                "provider", gear.stream().map(g -> g.blas() + " " + g.description()).distinct().toList().toString(),
                "workers", gear.stream().map(RankGear::workers).toList().toString(), "slowdown", setup.slowdown().toString(),
                "nb", nbs.toString()), use);
    }

    /** A doubtful one is not taken until it has been measured several times: the disturbance may be over by the next run. */
    @Override
    public Optional<Cluster> find(List<String> hosts) {
        Optional<Properties> kept = use == Use.AFRESH ? Optional.empty() : cache(hosts).load(key(hosts));
        return kept.flatMap(ClusterText::read).filter(cluster -> Calibration.doubt(cluster).isEmpty() || measured(kept) >= MOST_MEASURED);
    }

    @Override
    public void keep(List<String> hosts, Cluster cluster) {
        Properties values = ClusterText.write(cluster);
        values.setProperty(MEASURED, Integer.toString(measured(cache(hosts).load(key(hosts))) + 1));
        cache(hosts).store(key(hosts), values);
    }

    private static int measured(Optional<Properties> kept) {
        return kept.map(values -> values.getProperty(MEASURED)).filter(count -> count.matches("[0-9]{1,9}")).map(Integer::valueOf).orElse(0);
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
