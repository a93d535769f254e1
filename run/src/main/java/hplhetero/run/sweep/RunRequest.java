package hplhetero.run.sweep;

import hplhetero.hpl.Recording;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.machine.Binding;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.YesOrNo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * What {@code hpl run} was asked to do.
 *
 * @param tests   what is run
 * @param ranks   where, and with what
 * @param reports how that is shown
 */
public record RunRequest(Tests tests, Ranks ranks, Reports reports) {

    /**
     * What is run.
     *
     * @param choice   the tests
     * @param repeat   how many times each of them is run, &gt;= 1
     * @param memory   that a run is to fill whose N nobody gave, where somebody asked for that
     * @param map      the words of {@code --map}
     * @param planning when the map is planned
     * @param kind     of the maps planned; empty: the best of any
     */
    public record Tests(CaseChoice choice, int repeat, Optional<MemoryUse> memory, String map, Planning.Use planning,
                        Optional<MapKind> kind) {
    }

    /**
     * Where tests are run, and with what.
     *
     * @param blas     name of the kernels' provider, or {@code auto}
     * @param workers  threads of each rank, or empty: as many as there are cores for it
     * @param slowdown how many times slower each rank is to be made, by rank; empty: not at all
     * @param bind     whether ranks are bound to cores
     * @param check    whether hosts, where there are several, are looked at before the tests
     * @param cluster  what is known of the ranks, where a file says it; empty: they are measured
     * @param fabric   puts these ranks on the fabric that is given, where one is
     * @param siteOf   number of each rank's site, where a plan says it; else empty
     * @param cached   whether what was measured and learnt before may be taken
     * @param watts    of all hosts together, or of each, by a user's meter; empty: the hosts tell what they take
     */
    public record Ranks(String blas, OptionalInt workers, List<Double> slowdown, Binding bind, YesOrNo check, Optional<Cluster> cluster,
                        UnaryOperator<Cluster> fabric, List<Integer> siteOf, CalibrationCache.Use cached, List<Double> watts) {

        /** What a file says of the ranks of a run, where it has as many as that. */
        Optional<Cluster> described(int size) {
            return cluster.filter(file -> file.size() == size);
        }
    }

    /**
     * How a run is shown.
     *
     * @param record  what is recorded while tests run
     * @param output  the text of {@code --output}, null when not given
     * @param files   what is written besides netlib's text
     * @param display how much is shown
     */
    public record Reports(Recording record, String output, ReportFiles files, Display display) {
    }
}
