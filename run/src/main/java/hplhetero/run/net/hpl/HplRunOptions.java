package hplhetero.run.net.hpl;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.HplDat;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.MapWords;
import hplhetero.run.option.PlanOptions;
import hplhetero.run.option.ThrottleOption;
import hplhetero.run.option.WordLists;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for which run is simulated, and what is drawn of it. */
@Heading(Topic.RUN)
public final class HplRunOptions {
    private static final int NB = 256;
    /** Rows and columns of the matrix on each rank where no N is given. */
    private static final int LOCAL_ROWS = 2000;
    /** The most windows that {@code --sample} may ask for. */
    private static final int MOST_WINDOWS = 64;
    private static final int MOST_PANELS = 200_000;

    @Common
    @Option(names = {"--hpl"}, description = "Instead: simulate the messages of a whole HPL run. Arithmetic takes the seconds that the "
            + "time model predicts (docs/simulation.md).")
    private boolean wholeRun;

    @Option(names = {"--speed"}, paramLabel = "SPEED", description = "With --hpl and --topology: rate at which each rank updates (default: "
            + "50GFLOPS). Ranks factor panels at a quarter of this rate.")
    private String speed;

    @Common
    @Option(names = {"-N", "--n"}, paramLabel = "N",
            description = "With --hpl: order of the matrix A; default: 2000 rows and columns for each rank.")
    private String n;

    @Common
    @Option(names = {"--nb"}, paramLabel = "NB", description = "With --hpl: block size (default: " + NB + ").")
    private String nb;

    @Option(names = {"-P", "--p"}, paramLabel = "P", description = "With --hpl: rows of the grid, together with -Q; default: as near to a "
            + "square as all ranks allow, wider than high.")
    private String p;

    @Option(names = {"-Q", "--q"}, paramLabel = "Q", description = "With --hpl: columns of the grid, together with -P.")
    private String q;

    @Option(names = {"--bcast"}, paramLabel = "B", completionCandidates = WordLists.FixedBroadcasts.class,
            description = "With --hpl: panel broadcast 1ring, 1ringM (default), 2ring, 2ringM, long, longM.")
    private String bcast;

    @Option(names = {"--swap"}, paramLabel = "S", completionCandidates = WordLists.FixedSwaps.class,
            description = "With --hpl: row swap binary, long, mix (default).")
    private String swap;

    @Option(names = {"--depth"}, paramLabel = "n", description = "With --hpl: look-ahead depth (default: 1).")
    private String depth;

    @Option(names = {"--map"}, paramLabel = "KIND", completionCandidates = WordLists.Maps.class,
            description = "With --hpl: cyclic, or a map that is planned as by 'hpl plan': cells, weighted, shared, auto. Default: cyclic "
                    + "if all ranks are alike, otherwise auto.")
    private String map;

    @Option(names = {"--sample"}, paramLabel = "COUNT", description = "With --hpl: simulate only some steps, at this many places of the "
            + "run; for thousands of ranks. Default: all steps.")
    private String sample;

    @Common
    @Option(names = {"--picture", "--gantt"}, paramLabel = "FILE",
            description = "With --hpl: draw who computes and who waits for what, in the steps of --steps, to this file as SVG.")
    private Path gantt;

    @Option(names = {"--steps"}, paramLabel = "K,...",
            description = "With --picture: panel steps to draw, counted from 0; default: three in the middle.")
    private String steps;

    @Mixin
    private ThrottleOption throttle = new ThrottleOption();

    /** Returns the option that lets ranks become slower while the run goes on. */
    ThrottleOption throttle() {
        return throttle;
    }

    /** Returns whether {@code --hpl} asks for the simulation of a whole run. */
    public boolean wholeRun() {
        return wholeRun;
    }

    /** Returns the speed, as the user wrote it, of ranks that are all equal; empty where none is given. */
    Optional<String> speed() {
        return Optional.ofNullable(speed);
    }

    /** Returns the SVG file to which steps are drawn; empty where nothing is to be drawn. */
    Optional<Path> gantt() {
        return Optional.ofNullable(gantt);
    }

    /**
     * Returns the number of places of the run at which some steps are simulated; empty where all steps are to be simulated.
     *
     * @throws InputException when the number cannot be used, or steps are to be drawn too
     */
    OptionalInt sample() {
        if (sample == null) {
            return OptionalInt.empty();
        }
        int count = OptionText.integer("--sample", sample, 1);
        if (count > MOST_WINDOWS || gantt != null) {
            throw new InputException("option --sample " + count + ": " + (gantt != null ? "a sampled run draws no steps, drop --picture"
                    : "more than " + MOST_WINDOWS + " places are of no use, give fewer"));
        }
        return OptionalInt.of(count);
    }

    /**
     * Returns the run that is asked for.
     *
     * @param cluster the ranks and links on which the run is simulated
     * @throws InputException when options cannot be used, or do not fit the ranks
     */
    HplRun run(Cluster cluster) {
        SweepParameters sweep = HplDatOverrides.of("--bcast", bcast, "--depth", depth, "--swap", swap).on(HplDat.defaults()).sweep();
        requireOne("--bcast", bcast, sweep.bcasts());
        requireOne("--depth", depth, sweep.depths());
        SolveVariant variant = new SolveVariant(sweep.depths().getFirst(), sweep.bcasts().getFirst(), sweep.swap(), sweep.swapThreshold());
        int block = nb == null ? NB : OptionText.integer("--nb", nb, 1);
        int order = n == null ? usualOrder(cluster.size(), block) : OptionText.order("-N", n);
        if (order / block > MOST_PANELS) {
            throw new InputException("N=" + order + " NB=" + block + ": more than " + MOST_PANELS
                    + " panels cannot be simulated: choose a smaller N, or a larger NB with --nb");
        }
        Optional<MapKind> kind = kind(cluster);
        Optional<Grid> grid = grid(cluster.size());
        if (kind.equals(Optional.of(MapKind.CYCLIC))) {
            Grid taken = grid.orElseGet(() -> square(cluster.size()));
            return new HplRun(order, block, cyclic(order, block, taken), variant, "cyclic on " + taken.p() + " x " + taken.q());
        }
        PlanRequest request = new PlanRequest(OptionalInt.of(order), List.of(block), grid, kind, variant);
        return HplRun.of(Planner.find(cluster, request).orElseThrow(InputException::new).best(), variant);
    }

    private static void requireOne(String option, String given, List<?> values) {
        if (values.size() != 1) {
            throw new InputException("option " + option + ": expected one, found `" + given + "`: simulate one run at a time");
        }
    }

    private static int usualOrder(int ranks, int block) {
        int rows = (int) Math.round(LOCAL_ROWS * Math.sqrt(ranks));
        return Math.max(1, (rows + block / 2) / block) * block;
    }

    /** Returns the kind of the map; empty: the best of any kind. */
    private Optional<MapKind> kind(Cluster cluster) {
        if (map == null) {
            return alike(cluster) ? Optional.of(MapKind.CYCLIC) : Optional.empty();
        }
        return MapWords.requested(map);
    }

    private static boolean alike(Cluster cluster) {
        RankProfile first = cluster.ranks().getFirst();
        return cluster.ranks().stream().allMatch(rank -> rank.update().equals(first.update()) && rank.panel().equals(first.panel()));
    }

    private Optional<Grid> grid(int ranks) {
        Optional<Grid> given = PlanOptions.grid(p, q);
        given.ifPresent(grid -> requireRanks(grid, ranks));
        return given;
    }

    private static void requireRanks(Grid grid, int ranks) {
        if (OptionText.ranks(grid.p(), grid.q()) > ranks) {
            throw new InputException("-P " + grid.p() + " -Q " + grid.q() + ": there are only ranks=" + ranks + ": choose a smaller grid");
        }
    }

    private static Grid square(int ranks) {
        int rows = (int) Math.sqrt(ranks);
        while (ranks % rows != 0) {
            rows--;
        }
        return new Grid(rows, ranks / rows);
    }

    /** Returns netlib's cyclic map, with ranks in row-major order (PMAP). */
    private static MapSpec.Explicit cyclic(int n, int nb, Grid grid) {
        List<List<Integer>> owners = IntStream.range(0, grid.p())
                .mapToObj(r -> IntStream.range(0, grid.q()).mapToObj(c -> r * grid.q() + c).toList()).toList();
        return new MapSpec.Explicit(owners, IntStream.range(0, Math.ceilDiv(n, nb)).mapToObj(k -> k % grid.p()).toList(),
                IntStream.range(0, Math.ceilDiv(n + 1, nb)).mapToObj(k -> k % grid.q()).toList());
    }

    /**
     * Returns the numbers of the panel steps that are to be drawn, from 0; none where nothing is to be drawn.
     *
     * @param panels number of panels of the run
     */
    Set<Integer> steps(int panels) {
        if (gantt == null) {
            if (steps != null) {
                throw new InputException("--steps " + steps + ": goes with --picture only, drop it");
            }
            return Set.of();
        }
        if (steps == null) {
            return IntStream.range(Math.max(0, panels / 2 - 1), Math.min(panels, panels / 2 + 2)).boxed()
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        TreeSet<Integer> requested = new TreeSet<>(OptionText.integers("--steps", steps, 0));
        if (requested.last() >= panels) {
            throw new InputException("option --steps: expected steps 0.." + (panels - 1) + ", found `" + requested.last()
                    + "`: give some of these");
        }
        return requested;
    }
}
