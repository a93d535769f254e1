package hplhetero.bench;

import hplhetero.bench.report.Spread;
import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.hpl.model.messages.HplPatterns;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.lid.Contention;
import hplhetero.network.lid.LidChoice;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.lid.SixSteps;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of which jobs have hot spots on fat trees, by the method that chooses their LIDs. Counts hot spots over random placements,
 * and measures how long a choice takes. The traffic patterns are the shifts of an alltoall by a ring, unless a table says something else.
 */
@Command(name = "bench/lids", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Which jobs have hot spots on fat trees, by how their LIDs are chosen?")
final class Lids implements Callable<Integer> {
    private static final FatTree THIRTY = PaperPlacements.hotSpots(6, 5);
    private static final FatTree EIGHTEEN = PaperPlacements.hotSpots(3, 6);
    private static final FatTree LARGE = PaperPlacements.hotSpots(18, 36);
    private static final FatTree THREE_LEVELS = FatTree.kary(12, 3).withPaths(144);
    private static final List<LidMethod> METHODS = List.of(LidMethod.values());
    /** The divisor of the number of placements on three levels, where each placement takes long. */
    private static final int PER_LARGE = 10;
    /** The divisor of the number of placements on the large tree with fewer LIDs than roots, where a choice is a long search. */
    private static final int PER_SEARCH = 25;
    private static final long BYTES = 1 << 20;
    /** The number of ways in which a job can have nodes of a leaf switch of three nodes, indexed by how many it has. */
    private static final int[] WAYS = {1, 3, 3, 1};

    @Option(names = "--jobs", defaultValue = "1000", description = "Random 16 of 30 nodes (default ${DEFAULT-VALUE}).")
    private int jobs = 1000;

    @Option(names = "--placements", defaultValue = "50", description = "Of each size on larger trees (default ${DEFAULT-VALUE}).")
    private int placements = 50;

    @Option(names = "--grids", defaultValue = "100", description = "Random placements and grids of HPL (default ${DEFAULT-VALUE}).")
    private int grids = 100;

    @Option(names = "--nodes", split = ",", defaultValue = "400,600", description = "Of 648 (default ${DEFAULT-VALUE}).")
    private List<Integer> nodes = List.of(400, 600);

    @Option(names = "--three-levels", split = ",", defaultValue = "400,800,1200,1728",
            description = "Nodes of 1,728 on three levels (default ${DEFAULT-VALUE}).")
    private List<Integer> threeLevels = List.of(400, 800, 1200, 1728);

    @Option(names = "--seed", defaultValue = "42", description = "Of random placements (default ${DEFAULT-VALUE}).")
    private long seed = 42;

    @Option(names = "--only", split = ",", description = "Tables, of random, consecutive, subsets, two-levels, three-levels, fewer, hpl "
            + "(default: all).")
    private List<String> only = List.of();

    private final PrintStream out;
    /** Whether colouring has freed all stages that it can free. */
    private boolean holds = true;

    Lids() {
        this(System.out);
    }

    Lids(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) {
        Program.run(new Lids(), args);
    }

    @Override
    public Integer call() {
        Program.requirePositive("--jobs, --placements, --grids", List.of(jobs, placements, grids));
        Map<String, Runnable> tables = new LinkedHashMap<>();
        tables.put("random", this::random);
        tables.put("consecutive", this::consecutive);
        tables.put("subsets", this::subsets);
        tables.put("two-levels", () -> nodes.forEach(count -> large("648 nodes, 18-ary, two levels", LARGE, count, placements)));
        tables.put("three-levels", () -> threeLevels.forEach(
                count -> large("1,728 nodes, 12-ary, three levels", THREE_LEVELS, count, Math.max(1, placements / PER_LARGE))));
        tables.put("fewer", this::fewer);
        tables.put("hpl", this::hpl);
        for (String table : only) {
            if (!tables.containsKey(table)) {
                throw new IllegalArgumentException("--only " + table + ": give some of " + String.join(", ", tables.keySet()));
            }
        }
        tables.forEach((name, table) -> {
            if (only.isEmpty() || only.contains(name)) {
                table.run();
            }
        });
        line(holds ? "colouring with all LIDs left no hot spot" : "colouring left HOT SPOTS where it had all LIDs");
        return holds ? 0 : 1;
    }

    private void line(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }

    private static Traffic shifts(Placement placement) {
        return AlltoallKind.RING.traffic(placement.ranks(), BYTES, 0);
    }

    private static Placement numbered(Placement placement) {
        return placement.permuted(SixSteps.order(placement));
    }

    private List<Placement> random(FatTree tree, int count, int nodes) {
        Random random = new Random(seed);
        return IntStream.range(0, count).mapToObj(_ -> PaperPlacements.random(tree, nodes, random)).toList();
    }

    /** The outcome of a method for one job. */
    private record Outcome(Contention contention, long unsolved, double seconds) {

        static Outcome of(LidMethod method, Placement placement, int paths, Traffic pattern) {
            long start = System.nanoTime();
            LidChoice choice = method.choose(new LidQuestion(placement, List.of(pattern), paths));
            double seconds = (System.nanoTime() - start) * 1e-9;
            return new Outcome(Contention.of(placement.over(choice.table()), pattern), choice.unsolved(), seconds);
        }

        /** Chooses LIDs for shifts with all paths and returns the outcome. */
        static Outcome of(LidMethod method, Placement placement) {
            return of(method, placement, placement.fabric().paths(), shifts(placement));
        }
    }

    private Outcome checked(LidMethod method, Placement placement) {
        Outcome outcome = Outcome.of(method, placement);
        holds &= method != LidMethod.COLOURING || outcome.contention.free() && outcome.unsolved == 0;
        return outcome;
    }

    private void random() {
        line("## %,d random 16 of 30 nodes, 6-ary, two levels%n", jobs);
        line("| LIDs | ranks in the order of | contended jobs | stages | mean slowdown | worst | messages without a free path |");
        line("|---|---|---:|---:|---:|---:|---:|");
        List<Placement> all = random(THIRTY, jobs, 16);
        for (boolean firstStep : new boolean[] {false, true}) {
            for (LidMethod method : METHODS) {
                List<Outcome> outcomes = all.stream().map(job -> checked(method, firstStep ? numbered(job) : job)).toList();
                line("| %s | %s | %d | %.2f %% | %.3f | %.2f | %d |", method.label(), firstStep ? "step 1" : "nodes", contended(outcomes),
                        100 * outcomes.stream().mapToDouble(one -> one.contention.contendedShare()).average().orElseThrow(),
                        outcomes.stream().mapToDouble(one -> one.contention.mean()).average().orElseThrow(),
                        outcomes.stream().mapToDouble(one -> one.contention.mean()).max().orElseThrow(),
                        outcomes.stream().mapToLong(Outcome::unsolved).sum());
            }
        }
        line("");
    }

    private static long contended(List<Outcome> outcomes) {
        return outcomes.stream().filter(one -> !one.contention.free()).count();
    }

    private void consecutive() {
        line("## The first N of 30 nodes: mean slowdown%n");
        line("| N |" + " %s |".repeat(METHODS.size()), METHODS.stream().map(LidMethod::label).toArray());
        line("|---:" + "|---:".repeat(METHODS.size()) + "|");
        for (int n = 3; n <= THIRTY.nodes(); n++) {
            Placement first = Placement.of(THIRTY, IntStream.range(0, n).toArray());
            StringBuilder row = new StringBuilder("| ").append(n);
            METHODS.forEach(method -> row.append(String.format(Locale.ROOT, " | %.3f", checked(method, first).contention.mean())));
            line("%s |", row);
        }
        line("");
    }

    /**
     * Counts the subsets by how many nodes each leaf switch has. Nothing else matters for methods that count roots from their own numbers
     * on.
     */
    private void subsets() {
        line("## All 262,144 subsets of 18 nodes, 3-ary, six leaf switches, ranks numbered by step 1%n");
        line("| LIDs | subsets with hot spots |");
        line("|---|---:|");
        for (LidMethod method : List.of(LidMethod.PAPER, LidMethod.COLOURING)) {
            long failures = 0;
            for (int counts = 0; counts < 1 << 12; counts++) {
                int which = counts;
                int[] some = IntStream.range(0, EIGHTEEN.nodes()).filter(node -> node % 3 < (which >> 2 * (node / 3) & 3)).toArray();
                if (some.length > 1 && !checked(method, numbered(Placement.of(EIGHTEEN, some))).contention.free()) {
                    failures += IntStream.range(0, 6).map(leaf -> WAYS[which >> 2 * leaf & 3]).reduce(1, (a, b) -> a * b);
                }
            }
            line("| %s | %,d |", method.label(), failures);
        }
        line("");
    }

    private void large(String machine, FatTree tree, int nodes, int count) {
        line("## %s: %d random nodes, %d placements, ranks numbered by step 1%n", machine, nodes, count);
        line("| LIDs | contended | mean slowdown | messages without a free path | seconds a placement, median (range) | to colouring's |");
        line("|---|---:|---:|---:|---:|---:|");
        Map<LidMethod, List<Outcome>> all = new EnumMap<>(LidMethod.class);
        METHODS.forEach(method -> all.put(method, new ArrayList<>()));
        METHODS.forEach(method -> Outcome.of(method, numbered(random(tree, 1, nodes).getFirst())));
        for (Placement placement : random(tree, count, nodes)) {
            Placement ranks = numbered(placement);
            METHODS.forEach(method -> all.get(method).add(checked(method, ranks)));
        }
        for (LidMethod method : METHODS) {
            List<Outcome> outcomes = all.get(method);
            line("| %s | %d | %.3f | %d | %s | %s |", method.label(), contended(outcomes),
                    outcomes.stream().mapToDouble(one -> one.contention.mean()).average().orElseThrow(),
                    outcomes.stream().mapToLong(Outcome::unsolved).sum(),
                    Spread.of(seconds(outcomes)).text(3),
                    Spread.ofRatios(seconds(outcomes), seconds(all.get(LidMethod.COLOURING))).text(2));
        }
        line("");
    }

    private static List<Double> seconds(List<Outcome> outcomes) {
        return outcomes.stream().map(Outcome::seconds).toList();
    }

    /** Tries numbers of LIDs as LMC assigns them: powers of two, or one for each root. */
    private void fewer() {
        line("## Fewer LIDs a node than roots, colouring: jobs with hot spots, mean slowdown, seconds a placement (median)%n");
        line("| nodes | of | roots | jobs | LIDs | contended | mean slowdown | seconds |");
        line("|---:|---:|---:|---:|---:|---:|---:|---:|");
        fewer(THIRTY, 16, jobs);
        nodes.forEach(count -> fewer(LARGE, count, Math.max(1, placements / PER_SEARCH)));
        line("");
    }

    private void fewer(FatTree tree, int nodes, int count) {
        List<Placement> all = random(tree, count, nodes);
        long contended = 1;
        for (int power = 1; contended > 0 && power < 2 * tree.paths(); power *= 2) {
            int paths = Math.min(power, tree.paths());
            List<Outcome> outcomes = all.stream().map(job -> Outcome.of(LidMethod.COLOURING, job, paths, shifts(job))).toList();
            contended = contended(outcomes);
            line("| %d | %d | %d | %d | %d | %d | %.3f | %.3f |", nodes, tree.nodes(), tree.paths(), count, paths, contended,
                    outcomes.stream().mapToDouble(one -> one.contention.mean()).average().orElseThrow(),
                    Spread.of(seconds(outcomes)).median());
        }
    }

    /** Tries grids that fill random nodes of the large tree in a random order. */
    private void hpl() {
        line("## HPL's rows and columns, %d random placements and grids on 648 nodes%n", grids);
        line("| LIDs | rows: most loaded link, mean (most) | columns | jobs with hot spots |");
        line("|---|---:|---:|---:|");
        Random random = new Random(seed);
        Map<LidMethod, double[]> sums = new EnumMap<>(LidMethod.class);
        METHODS.forEach(method -> sums.put(method, new double[5]));
        for (int i = 0; i < grids; i++) {
            int p = 2 + random.nextInt(15);
            int q = 2 + random.nextInt(LARGE.nodes() / p / 2);
            Placement placement = shuffled(PaperPlacements.random(LARGE, p * q, random), random);
            HplPatterns patterns = HplPatterns.of(p, q, ProcessMapping.values()[random.nextInt(2)]);
            Traffic rows = patterns.rows(BroadcastAlgorithm.RING);
            Traffic columns = patterns.columns(SwapAlgorithm.BINARY_EXCHANGE);
            for (LidMethod method : METHODS) {
                LidChoice choice = method.choose(LidQuestion.of(placement, List.of(rows, columns)));
                Placement over = placement.over(choice.table());
                add(sums.get(method), Contention.of(over, rows), Contention.of(over, columns));
            }
        }
        for (LidMethod method : METHODS) {
            double[] sum = sums.get(method);
            line("| %s | %.2f (%.0f) | %.2f (%.0f) | %.0f |", method.label(), sum[0] / grids, sum[1], sum[2] / grids, sum[3], sum[4]);
        }
        holds &= sums.get(LidMethod.COLOURING)[4] == 0;
        line("");
    }

    private static void add(double[] sum, Contention rows, Contention columns) {
        sum[0] += rows.worst();
        sum[1] = Math.max(sum[1], rows.worst());
        sum[2] += columns.worst();
        sum[3] = Math.max(sum[3], columns.worst());
        sum[4] += rows.free() && columns.free() ? 0 : 1;
    }

    private static Placement shuffled(Placement placement, Random random) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, placement.ranks()).boxed().toList());
        Collections.shuffle(order, random);
        return placement.permuted(order.stream().mapToInt(Integer::intValue).toArray());
    }
}
