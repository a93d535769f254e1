package hplhetero.results.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.results.Balance;
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
import java.util.Collections;
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

/** What stands in the page, held against the results it was made of. */
class HtmlPageTest {
    private static final double PIXEL = 0.06;

    static Document page(Sweep... sweeps) {
        return Jsoup.parse(text(sweeps));
    }

    static String text(Sweep... sweeps) {
        return HtmlPage.of(Stream.of(sweeps).map(sweep -> new Source("a.json", sweep)).toList(), List.of());
    }

    /** The picture of a title; exactly one. */
    private static Element picture(Document page, String title) {
        Elements found = page.select("svg.picture").stream().filter(svg -> svg.selectFirst("title").text().equals(title))
                .collect(Collectors.toCollection(Elements::new));
        assertThat(found).as(title).hasSize(1);
        return found.getFirst();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.attr(attribute));
    }

    private static TestResult only(Sweep sweep) {
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
    void shouldDrawAPointOfTheRateForEachPointOfTheTimeSeries() {
        Sweep sweep = evenly();
        CaseResult result = only(sweep).result();
        Elements lines = picture(page(sweep), "GFLOPS over the run").select("polyline");
        assertThat(lines).hasSize(4);
        int points = result.timeSeries().orElseThrow().after().size();
        assertThat(lines.get(0).attr("points").split(" ")).hasSize(points);
        assertThat(lines.get(1).attr("points").split(" ")).hasSize(points);
        assertThat(lines.get(1).attr("stroke-dasharray")).isNotEmpty();
        assertThat(lines.get(0).hasAttr("stroke-dasharray")).isFalse();
    }

    /** Equal times for panels that get smaller: the rate falls as the operations do. */
    @Test
    void shouldDrawRatesByTheOperationsBetweenPoints() {
        Sweep sweep = evenly();
        CaseResult result = only(sweep).result();
        double n = Runs.N;
        List<Double> seconds = result.timeSeries().orElseThrow().ranks().getFirst().seconds();
        String[] points = picture(page(sweep), "GFLOPS over the run").select("polyline").getFirst().attr("points").split(" ");
        double scale = Double.NaN;
        for (int i = 0; i < points.length; i++) {
            double left = n - (double) i * Runs.NB;
            double next = left - Runs.NB;
            double flops = left * left * (2 * left / 3 + 1.5) - next * next * (2 * next / 3 + 1.5);
            double rate = flops / 1e9 / (seconds.get(i) - (i == 0 ? 0 : seconds.get(i - 1)));
            double height = 218 - Double.parseDouble(points[i].split(",")[1]);
            scale = i == 0 ? height / rate : scale;
            assertThat(height).as("point %d", i).isCloseTo(scale * rate, within(2 * PIXEL));
        }
    }

    /** The run of three and one, all panels of which took equally long. */
    private static Sweep evenly() {
        Sweep sweep = Runs.threeAndOne();
        CaseResult result = only(sweep).result();
        TimeSeries series = result.timeSeries().orElseThrow();
        List<Double> times = series.after().stream().map(panels -> panels * result.seconds() / Runs.PANELS).toList();
        CaseResult even = result.withTimeSeries(new TimeSeries(Runs.PANELS, series.after(), series.ranks().stream()
                .map(rank -> new RankSeries(rank.rank(), times, rank.workerSeconds(), rank.spans())).toList()));
        return new Sweep(sweep.run(), sweep.parameters(), 1, List.of(new TestResult(even, only(sweep).balance(), times)));
    }

    @Test
    void shouldDrawABarForEachRankInProportion() {
        Sweep sweep = Runs.threeAndOne();
        Elements bars = picture(page(sweep), "Computing, exchanging and waiting, by rank").select("g.bar");
        assertThat(bars).hasSize(4);
        for (int rank = 0; rank < 4; rank++) {
            Elements parts = bars.get(rank).select("rect");
            assertThat(parts).hasSize(3);
            double whole = parts.stream().mapToDouble(part -> number(part, "width")).sum();
            assertThat(number(parts.get(2), "width") / whole).isCloseTo(Runs.waiting(rank), within(1e-3));
        }
    }

    @Test
    void shouldDrawAnAreaOfEachKindOfWorkOverTheRun() {
        Elements areas = picture(page(Runs.threeAndOne()), "Computing, exchanging and waiting over the run").select("polygon");
        assertThat(areas).hasSize(3);
        // two corners at the top and two at the bottom of each interval
        assertThat(areas).allSatisfy(area -> assertThat(area.attr("points").split(" ")).hasSize(4 * Runs.PANELS));
        double top = Double.parseDouble(areas.get(2).attr("points").split(" ")[0].split(",")[1]);
        double bottom = Double.parseDouble(areas.get(0).attr("points").split(" ")[4 * Runs.PANELS - 1].split(",")[1]);
        assertThat(top).isEqualTo(26);
        assertThat(bottom).isEqualTo(206);
        double computing = bottom - Double.parseDouble(areas.get(0).attr("points").split(" ")[0].split(",")[1]);
        // of 180 pixels; the four ranks compute 0.80, 0.784, 0.768 and 0.752 of their time, without the 0.01 of the solution
        assertThat(computing / 180).isCloseTo(0.79 * (0.97), within(1e-3));
    }

    /** A bar begins where the one above it ended, and the last one is what was reached. */
    @Test
    void shouldFallFromRpeakToRmax() {
        Sweep sweep = Runs.threeAndOne();
        Balance balance = only(sweep).balance().orElseThrow();
        Elements bars = picture(page(sweep), "Where the peak went").select("rect");
        long lostShares = balance.lostShares().values().stream().filter(loss -> loss != 0).count();
        assertThat(bars).hasSize((int) lostShares + 3);
        double zero = number(bars.getFirst(), "x");
        double scale = number(bars.getFirst(), "width") / 200;
        assertThat(number(bars.getLast(), "width") / scale).isCloseTo(only(sweep).result().gflops(), within(0.05));
        double now = 200;
        double[] changes = new double[bars.size()];
        changes[1] = balance.idealGflops() - 200;
        int place = 2;
        for (Loss loss : Loss.values()) {
            changes[place++] = -balance.lostShares().get(loss) * balance.idealGflops();
        }
        for (int i = 1; i < bars.size() - 1; i++) {
            double next = now + changes[i];
            assertThat((number(bars.get(i), "x") - zero) / scale).as("bar %d", i).isCloseTo(Math.min(now, next), within(0.05));
            assertThat(number(bars.get(i), "width")).isCloseTo(Math.max(0.5, Math.abs(changes[i]) * scale), within(0.01));
            now = next;
        }
        assertThat(now).isCloseTo(only(sweep).result().gflops(), within(1e-9));
    }

    @Test
    void shouldFallFromRpeakByPhasesWhereNoRankWasMeasured() {
        Element picture = picture(page(Runs.failed()), "Where the peak went");
        Elements bars = picture.select("rect");
        double scale = number(bars.getFirst(), "width") / 140;
        assertThat(number(bars.getLast(), "width") / scale).isCloseTo(60, within(0.05));
        assertThat(number(bars.get(bars.size() - 2), "x")).isCloseTo(number(bars.getLast(), "x") + number(bars.getLast(), "width"),
                within(2 * PIXEL));
        assertThat(picture.text()).contains("waiting", "updates below peak").doesNotContain("imbalance");
    }

    @Test
    void shouldDrawEachBlockRowAndNameEachRank() {
        Document page = page(Runs.threeAndOne());
        Element map = picture(page, "The map of blocks");
        assertThat(map.select("use")).hasSize(Runs.PANELS);
        assertThat(map.text()).contains((Runs.PANELS + 1) + " block columns x " + Runs.PANELS + " block rows");
        Elements legend = map.closest("figure").select(".legend li");
        assertThat(legend.eachText()).containsExactly("rank 0 node0, 25.0 %", "rank 1 node1, 25.0 %", "rank 2 node2, 25.0 %",
                "rank 3 node3, 25.0 %");
        Map<String, Double> widths = new TreeMap<>();
        map.selectFirst("g[id]").select("rect").forEach(rect -> widths.merge(rect.attr("fill"), number(rect, "width"), Double::sum));
        assertThat(widths.values().stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(Runs.PANELS + 1);
        // the slow rank has half the weight of each of the others: 51 blocks in 7 parts
        assertThat(widths.get("var(--c3,#d55e00)")).isBetween(7.0, 8.0);
    }

    /** Height is 190 pixels for 40 GFLOPS, width that of 8000 columns. */
    @Test
    void shouldDrawTheRateOfEachRankAndMarkWhenColumnsMoved() {
        Document page = page(Runs.moved());
        Element picture = picture(page, "Rates by rank over the run");
        Elements lines = picture.select("polyline");
        assertThat(lines.stream().map(line -> line.attr("points").split(" ").length)).containsExactly(4, 3, 3, 4);
        assertThat(lines.eachAttr("stroke")).startsWith("var(--c0,#0072b2)").doesNotHaveDuplicates();
        String[] slow = lines.get(3).attr("points").split(" ");
        assertThat(Double.parseDouble(slow[1].split(",")[1])).isCloseTo(218 - 190 * 15.25 / 40, within(PIXEL));
        Elements marks = picture.select("line[stroke-dasharray=3 3]");
        assertThat(marks.eachAttr("x1")).containsExactly(slow[1].split(",")[0], slow[2].split(",")[0]);
        assertThat(marks.getFirst().selectFirst("title").text()).isEqualTo(
                "4 block columns moved after 1.500 s: rank 3 at 0.5 of its rate");
        assertThat(picture.text()).contains("rank 3 node3", "4 ranks, 4 samples, block columns moved at 40.0 %, 70.0 % of the columns");
        assertThat(picture.select("polygon")).isEmpty();
        assertThat(picture.closest("figure").select(".legend li").eachText()).containsExactly("block columns moved");
        assertThat(page(Runs.threeAndOne()).text()).doesNotContain("Rates by rank");
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

    /** Height is 190 pixels for 3 GHz. */
    @Test
    void shouldDrawClocksAndTemperaturesOfHosts() {
        Document page = page(Runs.heated(3));
        Element clock = picture(page, "Clock over the run");
        Elements lines = clock.select("polyline");
        assertThat(lines).hasSize(2);
        // the host whose clock fell comes first
        String[] slow = lines.getFirst().attr("points").split(" ");
        assertThat(slow).hasSize(4);
        assertThat(Double.parseDouble(slow[3].split(",")[1]) - Double.parseDouble(slow[0].split(",")[1]))
                .isCloseTo(190 * 1.48 / 3, within(PIXEL));
        assertThat(clock.text()).contains("node1", "node2", "GHz", "seconds");
        assertThat(picture(page, "Temperature over the run").select("polyline")).hasSize(2);
        assertThat(page.text()).doesNotContain("Temperature of GPUs");
        assertThat(page(Runs.threeAndOne()).text()).doesNotContain("Clock over the run");
    }

    @Test
    void shouldDrawOfManyHostsTheLeastUsualOnesAndABandOfTheOthers() {
        Document page = page(Runs.heated(40));
        Element clock = picture(page, "Clock over the run");
        assertThat(clock.select("polyline")).hasSize(8);
        assertThat(clock.text()).contains("node39", "39 hosts");
        assertThat(clock.selectFirst("polygon").attr("points").split(" ")).hasSize(2 * 4);
        assertThat(clock.closest("figure").text()).contains("the other 31 hosts, lowest to highest");
    }

    @Test
    void shouldDrawOfManyRanksThoseWhoseRatesChangedAndABandOfTheOthers() {
        Document page = page(Runs.watched(200, 137));
        Element picture = picture(page, "Rates by rank over the run");
        assertThat(picture.select("polyline")).hasSize(8);
        assertThat(picture.text()).contains("rank 137 node137", "200 ranks, 19 samples, no block column moved");
        assertThat(picture.select("polyline").eachAttr("stroke")).allMatch(colour -> colour.startsWith("var(--c")).doesNotHaveDuplicates();
        Element band = picture.selectFirst("polygon");
        String[] corners = band.attr("points").split(" ");
        assertThat(corners).hasSize(2 * 19);
        // the others have 30, 29 or 28 GFLOPS of 30 at the top of the axis
        assertThat(Double.parseDouble(corners[0].split(",")[1])).isCloseTo(28, within(PIXEL));
        assertThat(Double.parseDouble(corners[37].split(",")[1])).isCloseTo(218 - 190 * 28 / 30.0, within(PIXEL));
        assertThat(picture.select("line[stroke-dasharray=3 3]")).isEmpty();
        assertThat(picture.closest("figure").text()).contains("the other 192 ranks, slowest to fastest",
                "Of 200 ranks, the 8 whose rates changed most against the others have a line.");
        Document few = page(Runs.watched(8, 5));
        assertThat(picture(few, "Rates by rank over the run").select("polyline")).hasSize(8);
        assertThat(picture(few, "Rates by rank over the run").select("polygon")).isEmpty();
    }

    @Test
    void shouldSayWhyNoRatesAreDrawn() {
        CaseResult result = only(Runs.moved()).result();
        Document page = page(new Sweep(Runs.moved().run(), Runs.moved().parameters(), 1, List.of(TestResult.of(result.withAdaptation(
                new Adaptation(true, "the map stays: <no memory>", List.of(), List.of(), List.of()))))));
        assertThat(page.text()).contains("Rates by rank over the run. The run was too short for the rates of its ranks to be seen.",
                "the map stays: <no memory>").doesNotContain("When block columns moved", "at the end");
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
    void shouldDrawTheMapsOfStartAndEndWhereColumnsMoved() {
        Document page = page(Runs.moved());
        Element start = picture(page, "The map of blocks at the start");
        Element end = picture(page, "The map of blocks at the end");
        assertThat(blocks(start, "var(--c3,#d55e00)")).isEqualTo(12);
        assertThat(blocks(end, "var(--c3,#d55e00)")).isEqualTo(9);
        assertThat(blocks(end, "var(--c0,#0072b2)")).isEqualTo(14);
        assertThat(end.closest("figure").text()).contains("3 of the 51 block columns have other owners than at the start.",
                "rank 3 node3, 18.0 %", "rank 0 node0, 28.0 %");
        assertThat(start.closest("figure").select(".legend").text()).contains("rank 3 node3, 24.0 %");
        assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
    }

    /** The number of block columns of a colour in the first row of blocks. */
    private static double blocks(Element map, String colour) {
        return map.selectFirst("g[id]").select("rect").stream().filter(rect -> rect.attr("fill").equals(colour))
                .mapToDouble(rect -> number(rect, "width")).sum();
    }

    /** A file that was changed by hand must not keep the page from being written. */
    @Test
    void shouldDrawTheMapOfTheStartWhereThatOfTheEndDoesNotFit() {
        Adaptation seen = only(Runs.moved()).result().adaptation();
        for (List<Integer> kappa : List.of(List.of(0, 1), Collections.nCopies(51, 4))) {
            CaseResult result = only(Runs.moved()).result().withAdaptation(new Adaptation(true, "", seen.rates(), seen.moves(), kappa));
            Document page = page(new Sweep(Runs.moved().run(), Runs.moved().parameters(), 1, List.of(TestResult.of(result))));
            assertThat(picture(page, "The map of blocks")).isNotNull();
            assertThat(page.select("table:has(th:contains(blocks at the end)) tbody tr").first().text()).startsWith("0 node0 2 25.0 % – ");
        }
    }

    /** Of a rank's two updates in a row, with a break that can be seen, both are drawn. */
    @Test
    void shouldDrawABarForEachSpanOfThreeSteps() {
        Sweep sweep = Runs.threeAndOne();
        List<Span> spans = only(sweep).result().timeSeries().orElseThrow().ranks().stream().flatMap(rank -> rank.spans().stream()).toList();
        Element gantt = picture(page(sweep), "Three panel steps");
        assertThat(gantt.select("g > rect")).hasSameSizeAs(spans);
        assertThat(gantt.select("text[font-weight=bold]").eachText()).hasSize(3).allSatisfy(text -> assertThat(text).contains("of 50"));
        assertThat(gantt.select("g > rect").eachAttr("y").stream().distinct()).hasSize(3 * 4 * 2);
    }

    @Test
    void shouldDrawALineOfTheSweepForEachNb() {
        Element picture = picture(page(Runs.sweep()), "The sweep");
        assertThat(picture.select("polyline")).hasSize(3).allSatisfy(line -> assertThat(line.attr("points").split(" ")).hasSize(4));
        assertThat(picture.select("circle")).hasSize(12);
        assertThat(picture.text()).contains("NB 64", "NB 128", "NB 256", "order of the matrix, N");
        Sweep one = new Sweep(Runs.sweep().run(), Runs.sweep().parameters(), 3, Runs.sweep().tests().subList(0, 3));
        assertThat(picture(page(one), "The sweep").text()).contains("blocking factor, NB", "2 x 2");
        assertThat(picture(page(one), "The sweep").select("polyline")).hasSize(1);
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

    @Test
    void shouldMarkThisRunInTheHistoryOfItsMachine() {
        List<HistoryEntry> history = List.of(entry("node0 + 3", 1, 90), entry("node0 + 3", 3, 100), entry("other", 2, 500));
        Document page = Jsoup.parse(HtmlPage.of(List.of(new Source("a", Runs.threeAndOne())), history));
        Element picture = picture(page, "This machine's history");
        assertThat(picture.select("circle")).hasSize(3);
        assertThat(picture.text()).contains("this run");
        assertThat(page.text()).contains("2 earlier tests on node0 + 3", "The fastest, N=8000, reached 100.0 GFLOPS",
                "reached 120.0 % of that");
        assertThat(page(Runs.threeAndOne()).text()).doesNotContain("history");
    }

    /** A line from N=8000 to N=2000 would say that the machine had become slower. */
    @Test
    void shouldJoinEqualCasesOfTheHistoryOnly() {
        List<HistoryEntry> history = List.of(entry("node0 + 3", 1, 90), entry("node0 + 3", 3, 100), of(2, 2000, 160, 30),
                of(4, 8000, 96, 80));
        Document page = Jsoup.parse(HtmlPage.of(List.of(new Source("a", Runs.threeAndOne())), history));
        Element picture = picture(page, "This machine's history");
        assertThat(picture.select("polyline").stream().map(line -> line.attr("points").split(" ").length))
                .containsExactlyInAnyOrder(1, 2, 1, 1);
        assertThat(picture.text()).contains("N 8000 NB 160", "N 2000 NB 160", "N 8000 NB 96").doesNotContain("hpl-hetero");
    }

    private static HistoryEntry of(int daysAgo, int n, int nb, double gflops) {
        HistoryEntry e = entry("node0 + 3", daysAgo, gflops);
        return new HistoryEntry(e.start(), e.program(), e.machine(), e.cpu(), e.ranks(), e.variant(), n, nb, e.p(), e.q(), e.seconds(),
                e.gflops(), e.rpeakShare(), e.joules(), e.status());
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
    void shouldSayWhyAPictureIsMissing() {
        Document page = page(Runs.failed());
        assertThat(page.select("section.test p.left").eachText()).contains("GFLOPS over the run. Nothing was recorded while this test ran.",
                "Three panel steps. No panel step of this test was recorded.", "The map of blocks. One rank owns all blocks.");
        Sweep plain = Samples.sweep(new RunDescription("1", Samples.run().hosts(), "local", "cyclic", java.util.Optional.empty(), List.of(),
                List.of(), List.of(), 0), Samples.parameters(16), List.of(Samples.passed(200, 16, 2, 2, 1, 1e-3)));
        assertThat(page(plain).text()).contains("Where the peak went. Neither Rpeak nor the ranks' own rates are known.",
                "share of Rpeak not known");
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

    @Test
    void shouldShowWhatWorkersDidBesideADevice() {
        Sweep usual = Runs.threeAndOne();
        assertThat(page(usual).text()).doesNotContain("beside the device");
        CaseResult result = only(usual).result();
        CaseResult mixed = new CaseResult(result.hplCase(), result.status(), result.start(), result.end(), result.seconds(),
                result.residual(), false, result.ranks().stream().map(rank -> new hplhetero.hpl.result.RankReport(rank.rank(), rank.host(),
                        rank.workers(), rank.blockShare(), rank.seconds(), rank.rank() == 1
                                ? Optional.of(new DeviceReport(0.25, 1.5, 3, 0)) : Optional.empty())).toList(), "")
                .withTimeSeries(result.timeSeries().orElseThrow());
        Document page = page(new Sweep(usual.run(), usual.parameters(), 1, List.of(new TestResult(mixed, only(usual).balance(),
                only(usual).predicted()))));
        Elements rows = page.select("table:has(th:contains(beside the device)) tbody tr");
        assertThat(rows).hasSize(4);
        assertThat(rows.get(0).text()).endsWith("– –");
        assertThat(rows.get(1).text()).endsWith("25.0 % 1.500");
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
