package hplhetero.run.net.paper;

import hplhetero.network.model.AlltoallModel;
import hplhetero.network.topology.PaperPlacements;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Figures 3 to 15 of Kurokawa and Nanri: patterns of placement, and jobs, on RICC. */
final class FatTreePaper {
    private static final List<String> LABELS = AlltoallModel.FAT_TREE.stream().map(AlltoallModel::label).toList();
    private static final int[] PROCESSES = {64, 128, 192, 256};
    private static final int[] PER_NODE = {1, 2, 4, 8};
    private static final int PATTERNS = 5;
    private static final int JOBS = 10;
    private static final int JOB_NODES = 32;
    private static final long SHORT_BYTES = 16 << 10;
    private static final long LONG_BYTES = 1 << 20;
    private static final long JOB_BYTES = 64 << 10;
    private static final double MILLI = 1e3;

    /**
     * The runs of each placement pattern: a list for each number of processes, then one for 64 processes with long messages. Inner lists
     * are indexed by pattern.
     */
    private final List<List<Run>> patterns = new ArrayList<>();
    /** The runs of the scheduler's jobs: a list for each number of processes a node, indexed by job. */
    private final List<List<Run>> jobs = new ArrayList<>();

    /** Simulates all runs of the figures, on several cores. */
    FatTreePaper() {
        for (int processes : PROCESSES) {
            patterns.add(patterns(processes, SHORT_BYTES));
        }
        patterns.add(patterns(PROCESSES[0], LONG_BYTES));
        for (int perNode : PER_NODE) {
            jobs.add(IntStream.range(0, JOBS).parallel()
                    .mapToObj(job -> Run.of(Machines.riccJob(JOB_NODES, perNode, job), Machines.RICC, LABELS, JOB_BYTES)).toList());
        }
    }

    private static List<Run> patterns(int processes, long bytes) {
        return IntStream.range(0, PATTERNS).parallel()
                .mapToObj(pattern -> Run.of(PaperPlacements.ricc(pattern, processes), Machines.RICC, LABELS, bytes)).toList();
    }

    /** Returns the figures, in the order of the paper. */
    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
            int processes = patterns.get(i).getFirst().placement().ranks();
            String size = patterns.get(i).getFirst().bytes() == SHORT_BYTES ? "16 KB" : "1 MB";
            figures.add(new Figure("fattree-" + number(3 + i), "Alltoall on RICC, " + processes + " processes, " + size + " (figure "
                    + (3 + i)
                    + "), virtual time", "pattern of placement", IntStream.range(0, PATTERNS).asDoubleStream().toArray(), "time [ms]",
                    algorithms(patterns.get(i))));
        }
        for (int i = 0; i < jobs.size(); i++) {
            List<Figure.Series> series = new ArrayList<>(List.of(series("DYN GROUP", jobs.get(i), run -> Run.mean(run.withTopology())),
                    series("DYN NOGROUP", jobs.get(i), run -> Run.mean(run.withoutModel()))));
            series.addAll(algorithms(jobs.get(i)));
            series.add(series("this program", jobs.get(i), run -> Run.mean(run.ours())));
            figures.add(job(8 + i, i, "Alltoall on RICC, 64 KB", "time [ms]", series));
        }
        for (int i = 0; i < jobs.size(); i++) {
            figures.add(job(12 + i, i, "Learning with pruning / without, 64 KB", "ratio", List.of(new Figure.Series("GROUP / NOGROUP",
                    jobs.get(i).stream().mapToDouble(FatTreePaper::learning).toArray()))));
        }
        return figures;
    }

    private static String number(int figure) {
        return String.format(Locale.ROOT, "%02d", figure);
    }

    private static Figure job(int figure, int perNode, String what, String yLabel, List<Figure.Series> series) {
        return new Figure("fattree-" + number(figure), what + ", " + PER_NODE[perNode] + " processes x " + JOB_NODES + " nodes (figure "
                + figure
                + "), virtual time", "job", IntStream.rangeClosed(1, JOBS).asDoubleStream().toArray(), yLabel, series);
    }

    private static List<Figure.Series> algorithms(List<Run> runs) {
        return LABELS.stream().map(label -> series(label, runs, run -> run.of(label))).toList();
    }

    private static Figure.Series series(String title, List<Run> runs, ToDoubleFunction<Run> seconds) {
        return new Figure.Series(title, runs.stream().mapToDouble(run -> seconds.applyAsDouble(run) * MILLI).toArray());
    }

    private static double learning(Run run) {
        return run.withTopology().learningSeconds() / run.withoutModel().learningSeconds();
    }

    /** Returns what the paper says of its figures, and whether the figures here show it too. */
    List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        List<Run> all = patterns.subList(0, PROCESSES.length).stream().flatMap(List::stream).toList();
        boolean varies = patterns.subList(0, PROCESSES.length).stream().allMatch(runs -> LABELS.stream()
                .allMatch(label -> variation(runs, "bruck") >= variation(runs, label)));
        claims.add(new Claim("fat tree 3-6", "at 16 KB Bruck varies most with the pattern", varies,
                "slowest / fastest pattern with 64 processes: Bruck " + number(variation(patterns.getFirst(), "bruck")) + ", ring "
                        + number(variation(patterns.getFirst(), "ring"))));
        double zeroAndFour = patterns.subList(0, PROCESSES.length).stream().flatMap(runs -> List.of(runs.get(0), runs.get(4)).stream())
                .mapToDouble(run -> run.of("bruck") / run.best()).min().orElseThrow();
        claims.add(new Claim("fat tree 3-6", "in patterns 0 and 4 Bruck takes over twice the fastest", zeroAndFour > 2,
                "at least " + number(zeroAndFour) + " times"));
        double two = patterns.subList(0, PROCESSES.length).stream().mapToDouble(runs -> runs.get(2).of("bruck") / runs.get(2).best()).max()
                .orElseThrow();
        claims.add(new Claim("fat tree 3-6", "in pattern 2 Bruck is near the fastest", two <= 1.5, "at most " + number(two) + " times"));
        boolean inside = all.stream().noneMatch(run -> Double.isNaN(run.best())) && patterns.subList(0, PROCESSES.length).stream()
                .allMatch(runs -> runs.get(4).of("bruck") < runs.get(0).of("bruck") && runs.get(3).of("bruck") < runs.get(1).of("bruck"));
        claims.add(new Claim("fat tree 3-6",
                "patterns 0 and 4 differ, and so do 1 and 3, with as many processes a link: 3 and 4 have more within a leaf",
                inside, "Bruck, 64 processes: pattern 4 / 0 " + number(ratio(4, 0)) + ", 3 / 1 " + number(ratio(3, 1))));
        double shortRing = variation(patterns.getFirst(), "ring");
        double longRing = variation(patterns.getLast(), "ring");
        claims.add(new Claim("fat tree 7", "at 1 MB other algorithms vary with the pattern too", longRing > 1.5 && longRing > shortRing,
                "ring: " + number(longRing) + " times, at 16 KB " + number(shortRing)));
        double near = jobs.stream().flatMap(List::stream).mapToDouble(run -> Run.mean(run.withTopology()) / run.best()).max().orElseThrow();
        claims.add(new Claim("fat tree 8-11", "with pruning the time is always near the fastest", near <= 1.15, "at most " + number(near)
                + " times"));
        long gains = jobs.stream().flatMap(List::stream).filter(run -> run.withTopology().seconds() < run.withoutModel().seconds()).count();
        claims.add(new Claim("fat tree 8-11", "pruning makes the collective faster", gains >= 0.9 * JOBS * PER_NODE.length,
                "in " + gains + " of "
                + JOBS * PER_NODE.length + " jobs"));
        long shorter = jobs.stream().flatMap(List::stream).filter(run -> learning(run) < 1).count();
        claims.add(new Claim("fat tree 12-15", "in nearly all jobs pruning shortens learning", shorter >= 0.9 * JOBS * PER_NODE.length,
                "in " + shorter + " of " + JOBS * PER_NODE.length + ", to " + number(jobs.stream().flatMap(List::stream)
                        .mapToDouble(FatTreePaper::learning).average().orElseThrow()) + " on average"));
        return claims;
    }

    private double ratio(int pattern, int other) {
        return patterns.getFirst().get(pattern).of("bruck") / patterns.getFirst().get(other).of("bruck");
    }

    /** Returns the time of the slowest pattern divided by that of the fastest. */
    private static double variation(List<Run> runs, String label) {
        double most = runs.stream().mapToDouble(run -> run.of(label)).max().orElseThrow();
        return most / runs.stream().mapToDouble(run -> run.of(label)).min().orElseThrow();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
