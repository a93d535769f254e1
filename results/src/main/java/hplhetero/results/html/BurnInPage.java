package hplhetero.results.html;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.BurnInChanges;
import hplhetero.results.burnin.Finding;
import hplhetero.results.burnin.GroupVerdict;
import hplhetero.results.burnin.HostChange;
import hplhetero.results.burnin.HostNumbers;
import hplhetero.results.burnin.HostVerdict;
import hplhetero.results.burnin.Verdicts;
import hplhetero.results.text.BurnInText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes a burn-in as one HTML document that needs no other file: what is bad, pictures, the table, and what changed. */
public final class BurnInPage {
    /** The values of a host in the table. */
    private record Row(String host, int runs, String gflops, String spread, String drift, String hottest, String clock, String watts,
            long errors, String verdict, String tone) {
    }

    /** A finding about a host or link: who, the cause, what was found and what to do. */
    private record Found(String who, String cause, String words, String remedy) {
        static Found of(String who, Finding finding) {
            return new Found(who, finding.cause().label(), finding.words(), finding.cause().remedy());
        }
    }

    /** The values of a group of hosts that solved HPL together. */
    private record Group(String name, int n, int runs, String gflops, String expected, String share, String verdict, String tone) {
    }

    /** What changed of a host. */
    private record Change(String host, String before, String now, String change, String own, String verdict, String tone) {
    }

    /** The values that fill the template. */
    private record Page(String title, String style, String word, String tone, String sentence, String when, List<Found> bad,
            List<String> notes, List<Figure> figures, List<Row> rows, List<Group> groups, List<Change> changes, String since) {
    }

    private BurnInPage() {
    }

    /**
     * Returns the text of an HTML file.
     *
     * @param burnIn   what was measured
     * @param verdicts the judgement of what was measured
     * @param changes  what changed since an earlier burn-in; empty where none was given
     */
    public static String of(BurnIn burnIn, Verdicts verdicts, Optional<BurnInChanges> changes) {
        boolean bad = verdicts.isBad() || changes.filter(BurnInChanges::isBad).isPresent();
        List<Found> found = new ArrayList<>();
        verdicts.bad().forEach(host -> host.bad().forEach(finding -> found.add(Found.of(host.host().host(), finding))));
        verdicts.links().stream().filter(link -> link.finding().bad())
                .forEach(link -> found.add(Found.of("link " + String.join("-", link.hosts()), link.finding())));
        changes.ifPresent(all -> Stream.concat(all.hosts().stream(), all.kinds().stream())
                .forEach(one -> one.finding().ifPresent(finding -> found.add(Found.of(one.name(), finding)))));
        List<String> notes = new ArrayList<>();
        verdicts.hosts().forEach(host -> host.findings().stream().filter(finding -> !finding.bad())
                .forEach(finding -> notes.add(host.host().host() + ": " + finding.words())));
        notes.addAll(verdicts.notes());
        String word = bad ? "BAD" : "GOOD";
        String sentence = BurnInText.summary(burnIn, verdicts);
        return HtmlPage.template("burnin.html").execute(new Page(word + ": " + sentence, HtmlPage.resource("report.css"), word,
                bad ? "bad" : "good", sentence, burnIn.start().toString(), found, notes, BurnInFigures.of(burnIn, verdicts),
                verdicts.hosts().stream().map(BurnInPage::row).toList(), verdicts.groups().stream().map(BurnInPage::group).toList(),
                changes.map(BurnInPage::changes).orElse(List.of()),
                changes.map(all -> all.since().toString()).orElse("")));
    }

    private static Row row(HostVerdict host) {
        HostNumbers numbers = host.numbers();
        return new Row(host.host().host(), numbers.runs(), Texts.digits(numbers.gflops()), Texts.percent(numbers.spread()),
                Texts.percent(numbers.drift()), Texts.brief(Math.rint(numbers.hottestCelsius())), Texts.brief(numbers.megahertz()),
                Texts.brief(numbers.watts()), numbers.errors(), host.words(), host.isBad() ? "bad" : host.wasTested() ? "good" : "fair");
    }

    private static Group group(GroupVerdict group) {
        String tone = switch (group.outcome()) {
            case GOOD -> "good";
            case SLOW, FAILED -> "bad";
            case NOT_JUDGED -> "fair";
        };
        return new Group(group.name(), group.solve().n(), group.solve().runs(), Texts.digits(group.solve().gflops()),
                Texts.digits(group.expected()), Texts.percent(group.share()), group.outcome().label(), tone);
    }

    private static List<Change> changes(BurnInChanges changes) {
        return Stream.concat(changes.hosts().stream(), changes.kinds().stream().map(kind -> new HostChange("all of " + kind.name(),
                kind.before(), kind.now(), kind.change(), kind.own(), kind.finding(), kind.note()))).map(one -> new Change(one.name(),
                Texts.digits(one.before()), Texts.digits(one.now()), Texts.percent(one.change()), Texts.percent(one.own()), one.isBad()
                ? "slower than before" : one.note().isEmpty() ? "as before" : one.note(), one.isBad() ? "bad" : one.note().isEmpty()
                ? "good" : "fair")).toList();
    }
}
