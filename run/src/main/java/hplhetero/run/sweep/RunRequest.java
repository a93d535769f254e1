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
 * @param choice      the tests
 * @param memory      that a run is to fill whose N nobody gave, where somebody asked for that
 * @param blas        name of the kernels' provider, or {@code auto}
 * @param map         the words of {@code --map}
 * @param planning    when the map is planned
 * @param kind        of the maps planned; empty: the best of any
 * @param cluster     what is known of the ranks, where a file says it; empty: they are measured
 * @param fabric      puts these ranks on the fabric that is given, where one is
 * @param cached      whether what was measured and learnt before may be taken
 * @param siteOf      number of each rank's site, where a plan says it; else empty
 * @param workers     threads of each rank, or empty: as many as there are cores for it
 * @param slowdown    how many times slower each rank is to be made, by rank; empty: not at all
 * @param bind        whether ranks are bound to cores
 * @param check       whether hosts, where there are several, are looked at before the tests
 * @param record      what is recorded while tests run
 * @param output      the text of {@code --output}, null when not given
 * @param files       what is written besides netlib's text
 * @param display     how much is shown
 * @param repeat      how many times each test is run, &gt;= 1
 * @param watts       of all hosts together, or of each, by a user's meter; empty: the hosts tell what they take
 */
public record RunRequest(CaseChoice choice, Optional<MemoryUse> memory, String blas, String map, Planning.Use planning,
                  Optional<MapKind> kind, Optional<Cluster> cluster, UnaryOperator<Cluster> fabric,
                  CalibrationCache.Use cached, List<Integer> siteOf, OptionalInt workers, List<Double> slowdown,
                  Binding bind, YesOrNo check, int repeat, Recording record, String output, ReportFiles files, Display display,
                  List<Double> watts) {
}
