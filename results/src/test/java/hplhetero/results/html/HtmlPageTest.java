package hplhetero.results.html;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.HostTrait;
import hplhetero.results.HostTraits;
import hplhetero.results.Provenance;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.html.HtmlPage.Source;
import hplhetero.results.json.JsonReader;
import hplhetero.results.json.JsonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in the page, held against the results it was made of; PagePicturesTest has its pictures. */
class HtmlPageTest {
    static Document page(Sweep... sweeps) {
        return Jsoup.parse(text(sweeps));
    }

    static String text(Sweep... sweeps) {
        return HtmlPage.of(Stream.of(sweeps).map(sweep -> new Source("a.json", sweep)).toList(), List.of());
    }

    /** The picture of a title; exactly one. */
    static Element picture(Document page, String title) {
        Elements found = page.select("svg.picture").stream().filter(svg -> svg.selectFirst("title").text().equals(title))
                .collect(Collectors.toCollection(Elements::new));
        assertThat(found).as(title).hasSize(1);
        return found.getFirst();
    }

    static TestResult only(Sweep sweep) {
        return sweep.tests().getFirst();
    }

    @Test
    void shouldSayTheVerdictFirst() {
        assertThat(page(Runs.threeAndOne()).selectFirst("h1").text()).isEqualTo("PASSED 120.0 GFLOPS, 60.0 % of Rpeak, N=8000, 2.845 s");
        assertThat(page(Runs.failed()).selectFirst("h1").text()).startsWith("FAILED 60.00 GFLOPS")
                .endsWith(": the scaled residual is 1.20e+09 and must be below 16");
        assertThat(page(Runs.sweep()).selectFirst("h1").text()).startsWith("PASSED 12 of 12 passed; best 109.5 GFLOPS");
        assertThat(page(Runs.brokenOff()).selectFirst("h1").text())
                .startsWith("BROKEN OFF after 1 of 4 tests: 1 passed, 1 broken off during its check; best 60.00 GFLOPS");
        Sweep skipped = Samples.sweep(Samples.parameters(16), List.of(Samples.skipped("needs 305 GiB")));
        assertThat(page(skipped).selectFirst("h1").text()).startsWith("SKIPPED").endsWith(": needs 305 GiB");
        Sweep nothing = new Sweep(Samples.run(), Samples.parameters(16), 1, List.of());
        assertThat(page(nothing).selectFirst("h1").text()).isEqualTo("BROKEN OFF before the test was solved");
        assertThat(page(nothing).select("svg")).isEmpty();
        Sweep none = new Sweep(Samples.run(), Samples.parameters(16), 4, List.of());
        assertThat(page(none).selectFirst("h1").text()).isEqualTo("BROKEN OFF before the first of 4 tests was solved");
        assertThat(page(none).text()).contains("The sweep. Fewer than two tests have a valid rate.",
                "No test was solved, so there is nothing to draw.");
    }

    @Test
    void shouldCallNoRateOfAFailedTestRmax() {
        assertThat(page(Runs.failed()).text()).contains("rate of a FAILED test").doesNotContain("Rmax");
        assertThat(page(Runs.threeAndOne()).text()).contains("Rmax").doesNotContain("FAILED");
    }

    @Test
    void shouldNameNoOtherAddress() {
        for (Sweep sweep : List.of(Runs.threeAndOne(), Runs.sweep(), Runs.many(8, 8))) {
            String text = text(sweep).replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
            assertThat(text).doesNotContain("http:", "https:", "//www", "@import", "url(", "<link", "<img", "<iframe");
            Document page = Jsoup.parse(text);
            assertThat(page.select("script")).hasSize(1);
            assertThat(page.select("[src], [onclick], [onload], base, object, embed")).isEmpty();
            assertThat(page.select("[href]")).allSatisfy(link -> assertThat(link.attr("href")).startsWith("#"));
            assertThat(page.selectFirst("meta[http-equiv=Content-Security-Policy]").attr("content")).startsWith("default-src 'none'");
        }
    }

    @Test
    void shouldGiveEachElementOneId() {
        List<String> ids = page(Runs.threeAndOne(), Runs.sweep(), Runs.brokenOff()).select("[id]").eachAttr("id");
        assertThat(ids).doesNotHaveDuplicates().contains("results", "s0", "s1", "s2");
    }

    @Test
    void shouldDescribeEachPictureAndScopeEachTable() {
        Document page = page(Runs.threeAndOne(), Runs.sweep(), Runs.brokenOff(), Runs.moved());
        assertThat(page.select("svg")).isNotEmpty().allSatisfy(svg -> {
            assertThat(svg.attr("role")).isEqualTo("img");
            assertThat(svg.child(0).tagName()).isEqualTo("title");
            assertThat(svg.child(1).tagName()).isEqualTo("desc");
            assertThat(svg.child(1).text()).isNotBlank();
        });
        assertThat(page.select("table")).isNotEmpty().allSatisfy(table -> {
            assertThat(table.selectFirst("caption").text()).isNotBlank();
            assertThat(table.select("th")).allSatisfy(head -> assertThat(head.attr("scope")).isIn("col", "row"));
            int columns = table.select("thead th").size();
            assertThat(table.select("tbody tr")).allSatisfy(row -> assertThat(row.children()).hasSize(columns));
        });
        assertThat(page.selectFirst("html").attr("lang")).isEqualTo("en");
        assertThat(page.select("h1")).hasSize(1);
    }

    /** A heading is at most one level below the one before. */
    @Test
    void shouldLeaveOutNoLevelOfHeadings() {
        for (Document page : List.of(page(Runs.threeAndOne()), page(Runs.sweep()), page(Runs.failed()),
                page(Runs.sweep(), Runs.failed()))) {
            List<Integer> levels = page.select("h1, h2, h3, h4").stream().map(head -> head.tagName().charAt(1) - '0').toList();
            assertThat(levels.getFirst()).isEqualTo(1);
            for (int i = 1; i < levels.size(); i++) {
                assertThat(levels.get(i)).isLessThanOrEqualTo(levels.get(i - 1) + 1);
            }
        }
    }

    @Test
    void shouldTellWhyThePeakWasMissedAndWithWhatTheTestRan() {
        RunDescription.Host host = new RunDescription.Host("n1", "Linux 6.1", "EPYC", "", 2, 8L << 30, "Temurin", Samples.VECTOR,
                List.of(0), 1, "", new HostTraits(Map.of(HostTrait.GOVERNOR, "performance", HostTrait.SOCKETS, "2")));
        RunDescription plain = Samples.run();
        RunDescription run = new RunDescription("1", List.of(host), "local", "cyclic", plain.peak(), List.of(), List.of(), List.of(), 0,
                new Provenance("hpl run -N <5>", "abc", "Slurm 7"), Optional.empty());
        String text = page(Samples.sweep(run, Samples.parameters(16), List.of(Samples.passed(200, 3, 1, 1, 5, 1e-3)))).text();
        assertThat(text).contains("Why not more? 98.0 % of Rpeak is missing: ", "command hpl run -N <5>", "job Slurm 7", "commit abc",
                "governor performance", "sockets 2").doesNotContain("microcode");
    }

    @Test
    void shouldListWhenBlockColumnsMoved() {
        Document page = page(Runs.moved());
        Elements rows = page.select("div[aria-label=Moves] tbody tr");
        assertThat(rows.eachText()).containsExactly("3200 (40.0 %) 1.500 4 27.34 MiB 0.08000 rank 3 node3: 7 → 3; rank 0 node0: 8 → "
                + "10; rank 1 node1: 8 → 9; rank 2 node2: 8 → 9 rank 3 at 0.5 of its rate",
                "5600 (70.0 %) 2.250 1 2.93 MiB 0.01250 rank 0 node0: 5 → 4; rank 3 node3: 2 → 3 rank 3 at 0.9 of its rate");
        assertThat(page.select("section.test ul.notes").text()).contains("rank 3 on node3 slowed to 0.51 of its rate at the start");
        assertThat(page.text()).contains("A prediction would be for the map of the start, and block columns moved.");
        Elements ranks = page.select("table:has(th:contains(blocks at the end)) tbody tr");
        assertThat(ranks.get(3).text()).startsWith("3 node3 2 24.0 % 18.0 % ");
        assertThat(page(Runs.threeAndOne()).text()).doesNotContain("blocks at the end", "When block columns moved");
    }

    @Test
    void shouldCallNoCaseTheBestWithinTheSpreadOfItsRuns() {
        Document close = page(Runs.repeated(110, 104));
        assertThat(close.selectFirst("h1").text()).contains("no clear best: N=4000 NB=64 2x2 and N=4000 NB=128 2x2 are within the spread");
        assertThat(close.select("table.cases tbody tr")).hasSize(2);
        assertThat(close.select("table.cases tr.best")).hasSize(2);
        assertThat(close.selectFirst("table.cases tbody tr").text()).contains("4000 64 2 x 2 2", "105.0", "9.5 %");
        Document clear = page(Runs.repeated(110, 90));
        assertThat(clear.selectFirst("h1").text()).contains("best beyond the spread: N=4000 NB=64 2x2, fastest run 110.0 GFLOPS");
        assertThat(clear.select("table.cases tr.best")).hasSize(1);
        assertThat(page(Runs.sweep()).select("table.cases")).isEmpty();
    }

    @Test
    void shouldShowEveryTestOfASweepAndMarkTheBest() {
        Document page = page(Runs.sweep());
        assertThat(page.select("table.tests tbody tr")).hasSize(12);
        assertThat(page.select("tr.best")).hasSize(1);
        assertThat(page.selectFirst("tr.best").text()).contains("8000 128", "fastest");
        assertThat(page.select("section.test")).hasSize(1);
        assertThat(page.text()).contains("Of 12 solved tests the best one is shown in detail here");
    }

    /** On a phone each cell stands in a line of its own, behind the title of its column. */
    @Test
    void shouldNameTheColumnInEachCellThatStandsAloneOnAPhone() {
        Document page = page(Runs.sweep());
        assertThat(page.select("table.stack")).hasSizeGreaterThanOrEqualTo(2).allSatisfy(table -> {
            List<String> titles = table.select("thead th").eachText();
            assertThat(table.select("tbody tr")).isNotEmpty().allSatisfy(row -> assertThat(row.select("td").eachAttr("data-label"))
                    .isEqualTo(titles.subList(1, titles.size())));
        });
    }

    static HistoryEntry entry(String machine, int daysAgo, double gflops) {
        return new HistoryEntry(Samples.START.minusSeconds(86_400L * daysAgo), "hpl-hetero 0.1.0", machine, "AMD", 4, "WR00R2C4", 8000, 160,
                1, 4, 3, gflops, 0.5, Double.NaN, CheckStatus.PASSED);
    }

    @Test
    void shouldShowWhatHostsTook() {
        Document page = page(Runs.threeAndOne());
        Element table = page.selectFirst("div[aria-label=Energy] table");
        assertThat(table.select("tbody tr")).hasSize(4);
        assertThat(table.text()).contains("900.0 J", "RAPL: packages and memory", "2 times", "Together 1750 J",
                String.format(Locale.ROOT, "%.4f GFLOPS/W", 120 / (1750 / only(Runs.threeAndOne()).result().seconds())));
        assertThat(page(Runs.sweep()).text()).contains("The energy of the hosts was not measured.");
    }

    @Test
    void shouldMarkEmulatedSlowdownClearly() {
        assertThat(page(Runs.threeAndOne()).selectFirst(".emulated").text()).startsWith("EMULATED.").contains("1, 1, 1, 2 times");
        assertThat(page(Runs.sweep()).select(".emulated")).isEmpty();
    }

    @Test
    void shouldEscapeWhatComesFromOutside() throws IOException {
        String hostile = "</script><script>alert(1)</script><!-- \"'&<img src=x onerror=alert(2)>{{title}}";
        Sweep usual = Runs.threeAndOne();
        RunDescription run = new RunDescription(hostile, List.of(Runs.host(hostile, List.of(0, 1, 2, 3), 2)), hostile, hostile,
                Optional.of(new RunDescription.Peak(200, hostile)), List.of(hostile), List.of(hostile), List.of(), 0);
        CaseResult result = only(usual).result();
        CaseResult named = new CaseResult(result.hplCase(), CheckStatus.FAILED, result.start(), result.end(), result.seconds(),
                result.residual(), false, result.ranks().stream().map(rank -> new hplhetero.hpl.result.RankReport(rank.rank(), hostile,
                        rank.workers(), rank.blockShare(), rank.seconds())).toList(), hostile)
                .withTimeSeries(result.timeSeries().orElseThrow());
        Sweep sweep = new Sweep(run, usual.parameters(), 1, List.of(new TestResult(named, only(usual).balance(), only(usual).predicted())));
        String text = HtmlPage.of(List.of(new Source(hostile, sweep), new Source("b", usual)), List.of());
        Document page = Jsoup.parse(text);
        assertThat(page.select("script")).hasSize(1);
        assertThat(page.select("img, [onerror]")).isEmpty();
        assertThat(page.text()).contains("alert(1)", "{{title}}");
        String json = page.selectFirst("#results").data();
        assertThat(json).doesNotContain("<", ">", "&").contains("\\u003c/script");
    }

    /** What the page holds is what {@code --json} would have written. */
    @Test
    void shouldHoldTheResultsThemselves(@TempDir Path folder) throws IOException {
        Sweep sweep = Runs.threeAndOne();
        Path file = folder.resolve("embedded.json");
        Files.writeString(file, page(sweep).selectFirst("#results").data());
        assertThat(JsonReport.line(JsonReader.read(file.toString(), Files.readAllBytes(file)))).isEqualTo(JsonReport.line(sweep));
        String both = page(sweep, Runs.sweep()).selectFirst("#results").data().strip();
        assertThat(both).startsWith("[{").endsWith("}]");
    }

    @Test
    void shouldStaySmallAndReadableWithManyRanks() {
        String text = text(Runs.many(16, 32));
        assertThat(text.length()).isLessThan(1_500_000);
        Document page = Jsoup.parse(text);
        Element bars = picture(page, "Computing, exchanging and waiting, by rank");
        assertThat(bars.select("g.bar")).hasSize(64);
        assertThat(page.text()).contains("A bar is the mean of up to 8 of the 512 ranks", "512 colours of ranks could not be told apart",
                "Of the 512 recorded ranks, one in 11 is drawn.", "The first 128 of 512 ranks");
    }

    @Test
    void shouldCompareSeveralResults() {
        Document page = page(Runs.threeAndOne(), Runs.sweep(), Runs.brokenOff());
        Elements rows = page.select("section.comparison tbody tr");
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0).text()).contains("PASSED", "120.0", "+0.0 %", "60.0 %", "1 x 4");
        assertThat(rows.get(1).text()).contains("109.5", "−8.8 %");
        assertThat(rows.get(2).text()).contains("BROKEN OFF", "60.00", "−50.0 %");
        assertThat(page.select("article.sweep")).hasSize(3);
        assertThat(rows.select("a").eachAttr("href")).containsExactly("#s0", "#s1", "#s2");
    }

    /** WCAG's contrast: 4.5 for text, 3 for what a picture is read by. */
    @Test
    void shouldHaveContrastOnLightAndDarkPages() {
        String style = page(Runs.failed()).selectFirst("style").data();
        int dark = style.indexOf("@media screen");
        for (String part : List.of(style.substring(0, dark), style.substring(dark, style.indexOf("* {")))) {
            Map<String, String> colours = new TreeMap<>();
            java.util.regex.Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6})").matcher(part).results()
                    .forEach(found -> colours.put(found.group(1), found.group(2)));
            String paper = colours.get("paper");
            for (String text : List.of("ink", "soft", "link")) {
                assertThat(contrast(colours.get(text), paper)).as(text).isGreaterThan(4.5);
                assertThat(contrast(colours.get(text), colours.get("shade"))).as(text).isGreaterThan(4.5);
            }
            for (String tone : List.of("good", "bad", "fair")) {
                assertThat(contrast(colours.get(tone), colours.get(tone + "-back"))).as(tone).isGreaterThan(4.5);
            }
            for (int line = 0; line < 8; line++) {
                assertThat(contrast(colours.get("c" + line), paper)).as("line %d on %s", line, paper).isGreaterThan(3);
            }
            assertThat(contrast(colours.get("soft"), colours.get("band"))).isGreaterThan(3);
            assertThat(contrast(colours.get("computing"), colours.get("waiting"))).isGreaterThan(2.5);
        }
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double c = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
