package hplhetero.run.net.study;

import hplhetero.comm.select.Predictor;
import hplhetero.comm.select.SelectionRules;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.CostOptions;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.WordLists;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl net study}, which tries the selector on random placements. */
@Command(name = "study", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Tests the selector of algorithms on random placements, in virtual time.",
        description = {"Places 4 to 64 ranks at random, in boxes or scattered, on tori, meshes and fat trees of up to 1,024 nodes. Sends "
                + "messages of 64 B to 1 MiB. For each way to predict times it tells how many algorithms the selector keeps, and how often "
                + "the selector drops an algorithm that is more than 5 %% faster than the best that it keeps. It also compares the time of "
                + "the selector's calls with as many calls of the best algorithm.", ""},
        footer = {"", "Example:", "  ./hpl net study --placements 500 --seed 7 --collective bcast",
            "", "Exit code: 0 done, 2 an option cannot be used."})
@Heading(Topic.QUESTION)
public final class StudyCommand implements Callable<Integer> {
    private static final List<Collective> SELECTABLE =
            List.of(Collective.ALLTOALL, Collective.ALLGATHER, Collective.BROADCAST, Collective.ALLREDUCE);
    private static final int MOST = 100_000;

    @Common
    @Option(names = {"--placements"}, paramLabel = "n", defaultValue = "2000",
            description = "Number of placements (default: ${DEFAULT-VALUE}).")
    private int placements;

    @Common
    @Option(names = {"--seed"}, paramLabel = "n", defaultValue = "1",
            description = "Seed of the random placements (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Common
    @Option(names = {"--collective"}, paramLabel = "NAME", completionCandidates = WordLists.Collectives.class,
            defaultValue = "alltoall", description = "alltoall, allgather, bcast or allreduce (default: ${DEFAULT-VALUE}).")
    private String collective;

    @Common
    @Option(names = {"--calls"}, paramLabel = "n", defaultValue = "200",
            description = "Calls of the collective on each placement (default: ${DEFAULT-VALUE}).")
    private int calls;

    @Mixin
    private CostOptions costs = new CostOptions();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        if (placements < 1 || calls < 1) {
            throw new InputException("--placements " + placements + " --calls " + calls + ": must be at least 1");
        }
        if (placements > MOST || calls > MOST) {
            throw new InputException("--placements " + placements + " --calls " + calls + ": must be at most " + MOST + " each");
        }
        Collective requested = OptionText.oneOf("--collective", collective, SELECTABLE, Collective::label);
        NetworkCost cost = costs.cost();
        System.out.println("Placements: " + placements + " of " + requested.label() + ", seed " + seed + ", " + calls + " calls each");
        System.out.println(shown.page().fold("Costs: " + costs.words()));
        Map<String, Study.Pricing> pricings = new LinkedHashMap<>();
        pricings.put("most loaded links", placement -> Predictor.exact(placement, cost));
        if (requested == Collective.ALLTOALL) {
            pricings.put("the papers' formulas", placement -> papers(placement, cost));
            pricings.put("the papers' table without topology", placement -> Predictor.withoutTopology(placement.ranks(), cost));
        }
        pricings.put("no model", placement -> Predictor.NONE);
        String before = "";
        List<Study> studies;
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("simulating", placements);
            studies = Study.of(new Study.Request(requested, calls, cost, SelectionRules.DEFAULT),
                    IntStream.range(0, placements).boxed().toList(), seed, pricings, progress::done);
        }
        for (Study study : studies) {
            System.out.print(study.model().equals(before) ? ""
                    : String.format(Locale.ROOT, "%nPriced by %s: %.1f algorithms kept%n", study.model(), study.meanKept()));
            System.out.print(shown.page().fold(text(study)));
            before = study.model();
        }
        return ExitCode.OK;
    }

    /** Returns the predictor of the papers. They say nothing about trees of three levels, which get the table without topology. */
    private static Predictor papers(Placement placement, NetworkCost cost) {
        return placement.fabric() instanceof FatTree tree && tree.levels().size() != 2
                ? Predictor.withoutTopology(placement.ranks(), cost) : Predictor.ofPapers(placement, cost);
    }

    private static String text(Study study) {
        return "  by the " + study.measure().words() + ":\n"
                + line("a faster one dropped", study.badDrops() + " placements", study.worstDrop().dropped(), study.worstDrop())
                + line("taken in the end", mean(study.meanSteady()), study.worstSteady().steady(), study.worstSteady())
                + line("with learning", mean(study.meanWithLearning()), study.worstWithLearning().withLearning(),
                        study.worstWithLearning());
    }

    private static String mean(double value) {
        return String.format(Locale.ROOT, "mean %.4f", value);
    }

    private static String line(String what, String all, double worst, Study.Trial trial) {
        return String.format(Locale.ROOT, "    %-22s %-14s worst %.4f (%s)%n", what, all, worst, trial.what());
    }
}
