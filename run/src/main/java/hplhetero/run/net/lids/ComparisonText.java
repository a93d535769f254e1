package hplhetero.run.net.lids;

import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.tables.LidBudget;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The text that {@code hpl net lids} prints. */
final class ComparisonText {
    /** The most ranks for which the table of paths is printed. */
    private static final int MOST_SHOWN = 32;
    private static final String NOTHING = "-";

    private final TableComparison told;
    private final Placement placement;
    private final Page page;
    private final StringBuilder text = new StringBuilder();

    private ComparisonText(TableComparison told, Placement placement, Page page) {
        this.told = told;
        this.placement = placement;
        this.page = page;
    }

    /**
     * Returns the text of a comparison.
     *
     * @param told      the comparison
     * @param placement where the ranks sit
     * @param page      the page that the text is to fit
     */
    static String of(TableComparison told, Placement placement, Page page) {
        ComparisonText text = new ComparisonText(told, placement, page);
        told.selections().forEach(text::selection);
        List<Loads> patterns = told.taken().patterns();
        IntStream.range(0, patterns.size()).forEach(i -> text.pattern(patterns.get(i), i));
        text.chosen();
        text.needs();
        text.table();
        return text.text.toString();
    }

    private void selection(TableComparison.Selection selection) {
        line("\n" + selection.collective() + ": its algorithms, each over a table of its own");
        Table table = Table.of(Column.text("algorithm"), Column.number("contended").wide(12), Column.number("slowdown"),
                Column.number("seconds of 1 MiB"));
        selection.algorithms().forEach(each -> table.row(each.algorithm(), each.contended() + " of " + each.stages(),
                hundredths(each.slowdown()), String.format(Locale.ROOT, "%.4g", each.seconds())));
        text.append(table.text(page, "  "));
    }

    private void pattern(Loads pattern, int index) {
        line("\n" + pattern.pattern() + ", " + pattern.stages() + (pattern.stages() == 1 ? " stage" : " stages") + " between nodes");
        Table table = Table.of(Column.text("table"), Column.number("contended").wide(12), Column.number("share"),
                Column.number("slowdown"), Column.number("load").wide(5), Column.text("most loaded link"));
        for (Result result : told.results()) {
            if (result.reason().isEmpty()) {
                Loads loads = result.patterns().get(index);
                table.row(result.table(), loads.contended() + " of " + loads.stages(), share(loads.contended(), loads.stages()),
                        hundredths(loads.slowdown()), hundredths(loads.mostLoad()), link(loads.mostLoadedLink()));
            } else {
                table.row(result.table(), NOTHING, NOTHING, NOTHING, NOTHING, NOTHING);
            }
        }
        text.append(table.text(page, "  "));
    }

    private void chosen() {
        List<String> unsolved = told.results().stream()
                .filter(result -> result.unsolved() != null && result.unsolved() > 0 && result.contended() > 0)
                .map(result -> result.table() + " " + result.unsolved()).toList();
        line("");
        told.results().forEach(result -> result.reason().ifPresent(why -> line("Not possible here: " + result.table() + ", " + why)));
        if (!unsolved.isEmpty()) {
            line("Messages that found no free path: " + String.join(", ", unsolved));
        }
        line("Chosen: " + told.chosen() + better());
    }

    /** Returns a hint at a table that is better than the chosen one; empty where there is none. */
    private String better() {
        Result taken = told.taken();
        return told.results().stream().filter(result -> result.reason().isEmpty() && result.contended() < taken.contended())
                .min((a, b) -> Integer.compare(a.contended(), b.contended()))
                .map(best -> "; fewer contended stages: " + best.table()).orElse(idle(taken) ? "; single is free of hot spots too" : "");
    }

    private boolean idle(Result taken) {
        String single = LidMethod.SINGLE.label();
        return !taken.table().equals(single)
                && told.results().stream().anyMatch(result -> result.table().equals(single) && result.contended() == 0);
    }

    /** Adds how many LIDs suffice, and what is lost with fewer. */
    private void needs() {
        line("\nHow many LIDs suffice, by colouring, with forwarding tables for any job and for this job");
        Table table = Table.of(Column.number("LIDs"), Column.number("LMC"), Column.number("any job"), Column.number("slowdown"),
                Column.number("this job"), Column.number("slowdown"));
        int rows = told.needs().stream().mapToInt(needs -> needs.lids().size()).max().orElse(0);
        for (int lmc = 0; lmc < rows; lmc++) {
            List<Object> cells = new ArrayList<>(List.of(1 << lmc, lmc));
            for (TableComparison.Needs needs : told.needs()) {
                boolean there = lmc < needs.lids().size();
                cells.add(there ? needs.lids().get(lmc).contended() + " of " + needs.lids().get(lmc).stages() : "");
                cells.add(there ? hundredths(needs.lids().get(lmc).slowdown()) : "");
            }
            table.row(cells.toArray());
        }
        text.append(table.text(page, "  "));
        told.needs().stream().filter(needs -> needs.refused() != null)
                .forEach(needs -> line("Not possible here: tables for " + needs.tables() + ", " + needs.refused()));
        budget();
    }

    /** Adds a line on the LIDs of a subnet, where they are the limit. */
    private void budget() {
        int most = told.mostLids();
        boolean wanting = told.needs().stream().anyMatch(needs -> !needs.lids().isEmpty() && needs.lids().getLast().contended() > 0
                && needs.lids().getLast().lids() == most);
        if (most > 0 && (told.paths() > most || wanting)) {
            line(String.format(Locale.ROOT, "One InfiniBand subnet has %,d LIDs: %d for each node of this tree%s", LidBudget.UNICAST_LIDS,
                    most, told.paths() > most ? ", not " + told.paths() + " (--lids " + most + ")" : ""));
        }
    }

    private void table() {
        if (told.ranks() > MOST_SHOWN) {
            line("\nThe table, " + told.ranks() + " x " + told.ranks() + " paths, is written by --table FILE");
            return;
        }
        boolean lids = told.firstLids() != null;
        line("\n" + (lids ? "LID" : "Path") + " by which the rank of a row sends to the rank of a column");
        List<Column> columns = new ArrayList<>(List.of(Column.number("rank")));
        IntStream.range(0, told.ranks()).forEach(rank -> columns.add(Column.number(Integer.toString(rank))));
        Table table = Table.of(columns);
        for (int from = 0; from < told.ranks(); from++) {
            int sender = from;
            table.row(IntStream.rangeClosed(-1, told.ranks() - 1).mapToObj(to -> to < 0 ? sender : cell(sender, to)).toArray());
        }
        text.append(table.text(page, "  "));
    }

    /** Returns the path or LID between two ranks, or a dash within a node, where no message takes a path. */
    private String cell(int from, int to) {
        int first = told.firstLids() == null ? 0 : told.firstLids().get(to);
        return placement.together(from, to) ? NOTHING : Integer.toString(first + told.table()[from][to]);
    }

    private static String hundredths(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String share(int part, int whole) {
        return whole == 0 ? NOTHING : Math.round(100.0 * part / whole) + " %";
    }

    private static String link(Link link) {
        return link == null ? "none" : link.from() + " -> " + link.to();
    }

    private void line(String line) {
        text.append(page.fold(line)).append('\n');
    }
}
