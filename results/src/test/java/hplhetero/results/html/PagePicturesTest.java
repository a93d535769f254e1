package hplhetero.results.html;

import static hplhetero.results.html.HtmlPageTest.entry;
import static hplhetero.results.html.HtmlPageTest.only;
import static hplhetero.results.html.HtmlPageTest.page;
import static hplhetero.results.html.HtmlPageTest.picture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.results.Balance;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.html.HtmlPage.Source;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;

/** The pictures of a run in the page, held against the results that they were made of. */
class PagePicturesTest {
    private static final double PIXEL = 0.06;

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.attr(attribute));
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
            assertThat(page.select("table:has(th:contains(blocks at the end)) tbody tr").first().text())
                    .startsWith("0 node0 2 25.0 % – ");
        }
    }

    /** Two updates of a rank that follow each other with a visible break are both drawn. */
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
    void shouldShowWhatWorkersDidBesideADevice() {
        Sweep usual = Runs.threeAndOne();
        assertThat(page(usual).text()).doesNotContain("beside the device");
        CaseResult result = only(usual).result();
        CaseResult mixed = new CaseResult(result.hplCase(), result.status(), result.start(), result.end(), result.seconds(),
                result.residual(), false, result.ranks().stream().map(rank -> new hplhetero.hpl.result.RankReport(rank.rank(), rank.host(),
                        rank.workers(), rank.blockShare(), rank.seconds(), rank.rank() == 1
                                ? Optional.of(new DeviceReport(0.25, 1.5, 3, 0, PanelTimes.NONE)) : Optional.empty())).toList(), "")
                .withTimeSeries(result.timeSeries().orElseThrow());
        Document page = page(new Sweep(usual.run(), usual.parameters(), 1, List.of(new TestResult(mixed, only(usual).balance(),
                only(usual).predicted()))));
        Elements rows = page.select("table:has(th:contains(beside the device)) tbody tr");
        assertThat(rows).hasSize(4);
        assertThat(rows.get(0).text()).endsWith("– –");
        assertThat(rows.get(1).text()).endsWith("25.0 % 1.500");
    }
}
