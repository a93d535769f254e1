package hplhetero.run.net.lids;

import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.messages.HplPatterns;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.input.cluster.PlanFileReader;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.OptionText;
import hplhetero.input.text.Words;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import hplhetero.run.help.Candidates;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.WordLists;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options for what the ranks do, for which paths are chosen. */
@Heading(Topic.QUESTION)
final class JobOptions {
    /** Size of a piece, or of a buffer, in bytes: long enough for links to matter. */
    private static final long BYTES = 1 << 20;
    /** End of the label of an algorithm with barriers. Such an algorithm sends what one without sends, and its barriers load nothing. */
    private static final String BARRIERED = "-barrier";
    private static final List<String> OF_HPL = List.of("rows", "columns", "pivots");
    private static final String HPL = "hpl";
    private static final Pattern GRID = Pattern.compile("([0-9]{1,7})[xX]([0-9]{1,7})");

    @Common
    @Option(names = {"--for"}, paramLabel = "NAME,...", completionCandidates = Names.class,
            description = "What the ranks do; the first name is the most important. A collective, such as alltoall: its algorithm is "
                    + "chosen together with the table. One algorithm, such as alltoall:ring. A part of HPL: rows (panel broadcasts of all "
                    + "process rows at once), columns (row swaps of all process columns), pivots, or hpl for all three. Default: hpl with "
                    + "--grid or --plan, otherwise alltoall.")
    private String names;

    @Common
    @Option(names = {"--grid"}, paramLabel = "PxQ", description = "For HPL: the process grid, such as 8x8.")
    private String grid;

    @Option(names = {"--pmap"}, paramLabel = "MAP", completionCandidates = WordLists.Mappings.class,
            description = "With --grid: order in which ranks fill the grid, row (default) or column.")
    private String mapping;

    @Option(names = {"--plan"}, paramLabel = "FILE", description = "For HPL: take the grid of the plan that 'hpl plan --write FILE' wrote.")
    private Path plan;

    @Option(names = {"--bcast"}, paramLabel = "B", completionCandidates = WordLists.FixedBroadcasts.class,
            description = "For HPL: panel broadcast 1ring, 1ringM, 2ring, 2ringM, long, longM; default: the plan's, otherwise 1ringM.")
    private String broadcast;

    @Option(names = {"--swap"}, paramLabel = "S", completionCandidates = WordLists.FixedSwaps.class,
            description = "For HPL: row swap binary, long, mix; default: the plan's, otherwise mix.")
    private String swap;

    /** The words of {@code --for}. */
    static final class Names extends Candidates {
        /** Makes the list that completion offers. */
        Names() {
            super(JobOptions::words);
        }
    }

    private static List<String> words() {
        return Stream.concat(Arrays.stream(Collective.values()).map(Collective::label), Stream.concat(OF_HPL.stream(), Stream.of(HPL)))
                .toList();
    }

    /**
     * Returns what the ranks of a placement do, the most important first.
     *
     * @throws InputException when options do not fit together, or do not fit the ranks
     */
    List<RequestedTraffic> requested(Placement placement) {
        boolean ofHpl = grid != null || plan != null;
        String given = names != null ? names : ofHpl ? HPL : Collective.ALLTOALL.label();
        List<String> all = Arrays.stream(given.split(",", -1)).map(String::strip).distinct().toList();
        if (all.stream().noneMatch(word -> word.equals(HPL) || OF_HPL.contains(word))) {
            refuseHpl();
        }
        List<RequestedTraffic> requested = new ArrayList<>();
        for (String word : all) {
            if (word.equals(HPL) || OF_HPL.contains(word)) {
                ofHpl(word, placement).forEach(traffic -> requested.add(RequestedTraffic.by(traffic.name(), traffic)));
            } else {
                requested.add(collective(word, placement));
            }
        }
        return requested.stream().filter(one -> one.algorithms().stream().anyMatch(traffic -> traffic.stages() > 0)).distinct().toList();
    }

    private void refuseHpl() {
        Stream.of(Optional.ofNullable(grid).map(text -> "--grid " + text), Optional.ofNullable(mapping).map(text -> "--pmap " + text),
                Optional.ofNullable(plan).map(file -> "--plan " + file), Optional.ofNullable(broadcast).map(text -> "--bcast " + text),
                Optional.ofNullable(swap).map(text -> "--swap " + text)).flatMap(Optional::stream).findFirst().ifPresent(option -> {
                    throw new InputException(option + ": goes with HPL's patterns only, drop it, or add hpl to --for");
                });
    }

    private RequestedTraffic collective(String word, Placement placement) {
        int colon = word.indexOf(':');
        String label = colon < 0 ? word : word.substring(0, colon);
        Collective collective = Arrays.stream(Collective.values()).filter(each -> each.label().equals(label)).findFirst()
                .orElseThrow(() -> InputException.unknownWord("option --for: expected one of " + String.join(", ", words())
                        + ", or one of a collective's algorithms such as alltoall:ring, found " + Numbers.quoted(word)
                        + ": give some of these", label, words()));
        List<Algorithm> fitting = Algorithms.of(collective, placement).stream().filter(each -> each.takes(placement.ranks())).toList();
        if (colon < 0) {
            List<Traffic> algorithms = fitting.stream().filter(each -> !each.label().endsWith(BARRIERED))
                    .map(each -> each.traffic(placement.ranks(), BYTES, 0)).toList();
            if (algorithms.isEmpty()) {
                throw new InputException("--for " + word + ": no algorithm for it among " + placement.ranks() + " ranks is known: choose "
                        + "another collective");
            }
            return new RequestedTraffic(label, algorithms);
        }
        String algorithm = word.substring(colon + 1);
        List<String> labels = fitting.stream().map(Algorithm::label).toList();
        return fitting.stream().filter(each -> each.label().equals(algorithm)).findFirst()
                .map(each -> RequestedTraffic.by(label + " " + algorithm, each.traffic(placement.ranks(), BYTES, 0)))
                .orElseThrow(() -> InputException.unknownWord("option --for: expected an algorithm for " + label + " among "
                        + placement.ranks() + " ranks (" + String.join(", ", labels) + "), found " + Numbers.quoted(algorithm)
                        + ": give one of these", algorithm, labels));
    }

    private List<Traffic> ofHpl(String part, Placement placement) {
        Optional<Plan> planned = plan();
        HplPatterns patterns = planned.map(read -> patterns(read, placement)).orElseGet(() -> patterns(placement));
        Optional<SolveVariant> variant = planned.flatMap(Plan::variant);
        BroadcastAlgorithm rows = broadcast != null ? OptionText.choice("--bcast", broadcast, Words.BROADCASTS)
                : variant.map(SolveVariant::broadcast).orElse(BroadcastAlgorithm.RING_M);
        SwapAlgorithm columns = swap != null ? OptionText.choice("--swap", swap, Words.SWAPS)
                : variant.map(SolveVariant::swap).orElse(SwapAlgorithm.MIX);
        return switch (part) {
            case "rows" -> List.of(patterns.rows(rows));
            case "columns" -> List.of(patterns.columns(columns));
            case "pivots" -> List.of(patterns.pivots());
            default -> patterns.all(rows, columns);
        };
    }

    private Optional<Plan> plan() {
        if (plan != null && (grid != null || mapping != null)) {
            throw new InputException("--plan " + plan + ": the plan has a grid, drop "
                    + (grid != null ? "--grid " + grid : "--pmap " + mapping));
        }
        return Optional.ofNullable(plan).map(PlanFileReader::read);
    }

    private HplPatterns patterns(Plan read, Placement placement) {
        int ranks = read.siteOf().size();
        if (ranks != placement.ranks()) {
            throw new InputException(plan + ": the plan has " + ranks + " ranks, the topology file places " + placement.ranks()
                    + ": place as many as the plan has, or make a plan for those placed");
        }
        return HplPatterns.of(read.n(), read.nb(), read.map(), ranks);
    }

    private HplPatterns patterns(Placement placement) {
        if (grid == null) {
            throw new InputException("--for " + names + ": no grid is given: add --grid PxQ or --plan FILE");
        }
        Matcher form = GRID.matcher(grid);
        int p = form.matches() ? Integer.parseInt(form.group(1)) : 0;
        int q = form.matches() ? Integer.parseInt(form.group(2)) : 0;
        if (p < 1 || q < 1 || OptionText.ranks(p, q) > placement.ranks()) {
            throw new InputException("option --grid: expected rows x columns of up to " + placement.ranks() + " ranks, such as 4x4, found "
                    + Numbers.quoted(grid) + ": give a grid of the ranks that are placed");
        }
        ProcessMapping order = mapping == null ? ProcessMapping.ROW_MAJOR : OptionText.choice("--pmap", mapping, Words.MAPPINGS);
        return HplPatterns.of(p, q, order, placement.ranks());
    }

    /** Returns what the ranks do in words, with commas between. */
    static String words(List<RequestedTraffic> requested) {
        return requested.stream().map(RequestedTraffic::words).collect(Collectors.joining(", "));
    }
}
