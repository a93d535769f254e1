package hplhetero.run.sweep;

import hplhetero.hpl.Recording;
import hplhetero.hpl.calibrate.Effort;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.InputFile;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.machine.Binding;
import hplhetero.run.resume.Place;
import hplhetero.run.resume.RunState;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.YesOrNo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * A request to {@code hpl run}.
 *
 * @param tests   what is run
 * @param ranks   where tests are run, and with what
 * @param reports how the run is shown
 * @param keeping where the state of the run is kept, and whether the run goes on from one
 */
public record RunRequest(Tests tests, Ranks ranks, Reports reports, Keeping keeping) {

    /** Returns this request with other tests, which may need another number of ranks. */
    public RunRequest with(CaseChoice choice) {
        Tests other = new Tests(choice, tests.repeat, tests.memory, tests.map, tests.planning, tests.kind, tests.trust, tests.rebalance);
        return new RunRequest(other, ranks, reports, keeping);
    }

    /**
     * The tests to run.
     *
     * @param choice   the tests
     * @param repeat   how many times each test is run, &gt;= 1
     * @param memory   how much of the hosts' memory a test without a given N is to fill; empty where nobody said how much
     * @param map      the value of {@code --map}: how blocks of the matrix are given to ranks
     * @param planning when the program itself plans which rank owns which blocks
     * @param kind     kind of the maps of blocks that are planned; empty: the best of any kind
     * @param trust    what is tested while a test is solved
     * @param rebalance when maps follow the speeds of ranks
     */
    public record Tests(CaseChoice choice, int repeat, Optional<MemoryUse> memory, String map, Planning.Use planning,
                        Optional<MapKind> kind, TrustSettings trust, RebalanceUse rebalance) {
    }

    /**
     * The ranks and hosts on which tests are run, and what they work with.
     *
     * @param blas     name of the kernels' provider, or {@code auto}
     * @param workers  threads of each rank; empty: as many as there are cores for the rank
     * @param slowdown how much slower each rank is to be made, and how this changes, by rank; empty: no rank is slowed
     * @param bind     whether ranks are bound to cores
     * @param check    whether hosts are inspected before the tests, where there are several hosts
     * @param cluster  the ranks as a file describes them; empty: they are measured
     * @param fabric   adds the network of a topology file to the cluster; the identity where there is no such file
     * @param siteOf   number of the site of each rank, by rank, where a plan says it, else empty; a site is a group of hosts with faster
     *                 links within it than to other sites
     * @param cached   whether what was measured and learnt before may be taken
     * @param effort   how much is measured before the tests
     * @param watts    power by a user's meter, in watts, of all hosts together or of each; empty: the hosts tell what they take
     * @param idleSeconds for how many seconds the idle power of the hosts is measured before the tests; 0: not at all
     */
    public record Ranks(String blas, OptionalInt workers, List<Slowdown> slowdown, Binding bind, YesOrNo check, Optional<Cluster> cluster,
                        UnaryOperator<Cluster> fabric, List<Integer> siteOf, CalibrationCache.Use cached, Effort effort,
                        List<Double> watts, double idleSeconds) {

        /** Returns what a file says of the ranks of a run, where the file has {@code size} ranks. */
        Optional<Cluster> described(int size) {
            return cluster.filter(file -> file.size() == size);
        }
    }

    /**
     * The ways in which a run is shown.
     *
     * @param record  what is recorded while tests run
     * @param output  the text of {@code --output}, null when not given
     * @param files   what is written besides netlib's text
     * @param display how much is shown
     */
    public record Reports(Recording record, String output, ReportFiles files, Display display) {
    }

    /**
     * Where the state of the run is kept.
     *
     * @param input   the HPL.dat of the run, where there is one
     * @param place   the folder and how often states are written; empty: no state is kept
     * @param resumed the state from which the run goes on; empty: the run begins
     * @param replan  whether a run that goes on gets new maps, because it has other ranks or the user asks for that
     */
    public record Keeping(InputFile input, Optional<Place> place, Optional<RunState> resumed, boolean replan) {
    }
}
