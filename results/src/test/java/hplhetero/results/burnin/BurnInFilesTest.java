package hplhetero.results.burnin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.results.burnin.BurnInEmulator.Fault;
import hplhetero.results.format.Page;
import hplhetero.results.html.BurnInPage;
import hplhetero.results.json.JsonBurnIn;
import hplhetero.results.json.JsonFormatException;
import hplhetero.results.prometheus.BurnInMetrics;
import hplhetero.results.text.BurnInChangesText;
import hplhetero.results.text.BurnInGroupsText;
import hplhetero.results.text.BurnInText;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The text and the files of a burn-in, held against what was judged. */
class BurnInFilesTest {
    private final BurnInEmulator emulator = new BurnInEmulator(4);
    private final BurnIn burnIn = emulator.burnIn(8, List.of(Fault.HEAT, Fault.VALUES, Fault.DEATH));
    private final Verdicts verdicts = Verdicts.of(burnIn);

    private String hostWith(Fault fault) {
        return emulator.faults().entrySet().stream().filter(one -> one.getValue() == fault).findFirst().orElseThrow().getKey();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTellBadHostsWithCauseAndRemedy() {
        String text = BurnInText.of(burnIn, verdicts, Page.ENDLESS);
        assertThat(text.lines().findFirst().orElseThrow()).isEqualTo("host    runs  GFLOPS  spread    drift  hottest  errors  verdict");
        assertThat(text.lines().filter(line -> line.startsWith("node")).count()).isEqualTo(8);
        assertThat(text).contains("\n3 of 8 hosts are bad, after 30 min\n", "\nBAD " + hostWith(Fault.HEAT) + ": clock fell: heat: ",
                "\n    -> " + Cause.HEAT.remedy() + "\n",
                "\nBAD " + hostWith(Fault.DEATH) + ": died, hung or cannot run: no longer answers (");
        assertThat(text.lines().filter(line -> line.startsWith(hostWith(Fault.DEATH)))).singleElement().asString()
                .endsWith("died, hung or cannot run");
    }

    @Test
    void shouldTellASingleHostWithoutNumbers() {
        BurnIn one = VerdictsTest.burnIn(VerdictsTest.host("alone", HostHealth.UNKNOWN, 12.5));
        assertThat(BurnInText.of(one, Verdicts.of(one), Page.ENDLESS)).isEqualTo("""
                host   runs  GFLOPS  spread  drift  hottest  errors  verdict
                alone     1    12.5       -      -        -       0  good

                no of 1 host is bad, after 13.3 min
                note alone: fewer than 3 hosts of this kind, so rates were not compared; only what is wrong by itself was judged
                """);
    }

    @Test
    void shouldReadTheJsonThatItWrote() throws Exception {
        String text = JsonBurnIn.text(burnIn, verdicts, Optional.empty());
        BurnIn read = JsonBurnIn.read("a.json", bytes(text));
        assertThat(read).isEqualTo(burnIn);
        assertThat(JsonBurnIn.text(read, Verdicts.of(read), Optional.empty())).isEqualTo(text);
        BurnIn unknown = VerdictsTest.burnIn(VerdictsTest.host("a", HostHealth.UNKNOWN, 1));
        assertThat(JsonBurnIn.read("a.json", bytes(JsonBurnIn.text(unknown, Verdicts.of(unknown), Optional.empty())))).isEqualTo(unknown);
    }

    @Test
    void shouldShowGroupsInTextPageAndFiles() throws Exception {
        List<GroupSolve> solves = List.of(new GroupSolve(List.of("a", "b"), 2000, 3, 17, ""), new GroupSolve(List.of("a", "c"), 2000, 2, 8,
                ""), new GroupSolve(List.of("b", "c"), 2000, 3, 16, ""), new GroupSolve(List.of("a", "d"), 0, 0, Double.NaN, "no result"));
        BurnIn grouped = new BurnIn(burnIn.start(), 60, List.of("a", "b", "c", "d").stream()
                .map(name -> VerdictsTest.host(name, HostHealth.UNKNOWN, 10)).toList(), List.of(), solves);
        Verdicts judged = Verdicts.of(grouped);
        assertThat(BurnInGroupsText.of(judged, Page.ENDLESS)).isEqualTo("""
                slowest groups     N  runs  GFLOPS  expected   share  verdict
                a-d                0     0       -        20       -  failed
                a-c             2000     2       8        20  40.0 %  slow
                b-c             2000     3      16        20  80.0 %  good
                a-b             2000     3      17        20  85.0 %  good

                """);
        assertThat(BurnInGroupsText.of(verdicts, Page.ENDLESS)).isEmpty();
        String json = JsonBurnIn.text(grouped, judged, Optional.empty());
        assertThat(JsonBurnIn.read("a.json", bytes(json))).isEqualTo(grouped);
        assertThat(json).contains("\"expectedGflops\" : 20.0", "\"share\" : 0.4", "\"verdict\" : \"slow\"");
        assertThat(JsonBurnIn.read("a.json", bytes(json.replace("\"solves\"", "\"unknown\""))).solves()).isEmpty();
        Document page = Jsoup.parse(BurnInPage.of(grouped, judged, Optional.empty()));
        assertThat(page.select("div[aria-label=\"Groups of hosts\"] tbody tr").eachText()).hasSize(4)
                .contains("a-c 2000 2 8.000 20.00 40.0 % slow");
        assertThat(BurnInJUnit.of(grouped, judged, Optional.empty())).contains("HPL over a-c reaches 40.0 % of its hosts");
    }

    @Test
    void shouldWriteTheComparisonWithABaselineAsJson() throws Exception {
        BurnIn before = VerdictsTest.burnIn(VerdictsTest.host("a", HostHealth.UNKNOWN, 10, 10, 10, 10), VerdictsTest.host("gone",
                HostHealth.UNKNOWN, 1));
        BurnIn now = VerdictsTest.burnIn(VerdictsTest.host("a", HostHealth.UNKNOWN, 8, 8, 8, 8));
        BurnInChanges changes = new BurnInBaseline(before).against(now);
        String json = JsonBurnIn.text(now, Verdicts.of(now), Optional.of(changes));
        JsonNode against = new JsonMapper().readTree(json).get("against");
        assertThat(against.get("start").asString()).isEqualTo(before.start().toString());
        assertThat(against.get("bad").asBoolean()).isTrue();
        assertThat(against.get("kinds").size()).isZero();
        JsonNode host = against.get("hosts").get(0);
        assertThat(host.get("host").asString()).isEqualTo("a");
        assertThat(host.get("gflopsBefore").asDouble()).isEqualTo(10);
        assertThat(host.get("gflops").asDouble()).isEqualTo(8);
        assertThat(host.get("change").asDouble()).isCloseTo(-0.2, within(1e-9));
        assertThat(host.get("findings").get(0).get("words").asString()).startsWith("20.0 % slower than before");
        assertThat(against.get("hosts").get(1).get("note").asString()).isEqualTo("is not in this burn-in");
        assertThat(against.get("hosts").get(1).get("gflops").isNull()).isTrue();
        assertThat(JsonBurnIn.read("a.json", bytes(json))).isEqualTo(now);
    }

    @Test
    void shouldTellTheNoteOfAHost() throws Exception {
        HostRuns host = VerdictsTest.host("a", HostHealth.UNKNOWN, 1);
        BurnIn noted = VerdictsTest.burnIn(new HostRuns("a", host.kind(), host.runs(), "", "nothing was tested"));
        assertThat(BurnInText.of(noted, Verdicts.of(noted), Page.ENDLESS)).contains("\nnote a: nothing was tested\n");
        assertThat(JsonBurnIn.read("a.json", bytes(JsonBurnIn.text(noted, Verdicts.of(noted), Optional.empty())))).isEqualTo(noted);
    }

    @Test
    void shouldRefuseOtherFiles() {
        String remedy = ": give a file as 'hpl burnin --json' or '--save' wrote it";
        assertThatThrownBy(() -> JsonBurnIn.read("a.json", bytes("{\"schema\": 1}"))).isInstanceOf(JsonFormatException.class)
                .hasMessage("a.json: /format is missing" + remedy);
        assertThatThrownBy(() -> JsonBurnIn.read("a.json", bytes("{\"format\": \"x\"}")))
                .hasMessage("a.json: /format is \"x\", expected \"hpl-burn-in\"" + remedy);
        assertThatThrownBy(() -> JsonBurnIn.read("a.json", bytes("{"))).isInstanceOf(JsonFormatException.class)
                .hasMessageStartingWith("a.json: is not JSON (").hasMessageEndingWith(remedy);
        String later = JsonBurnIn.text(burnIn, verdicts, Optional.empty()).replace("\"schema\" : 1", "\"schema\" : 2");
        assertThatThrownBy(() -> JsonBurnIn.read("a.json", bytes(later))).hasMessage("a.json: /schema is 2, expected 1" + remedy);
    }

    @Test
    void shouldWriteOneTestCaseAHost() throws Exception {
        BurnInChanges changes = new BurnInBaseline(burnIn).against(burnIn);
        Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(bytes(
                BurnInJUnit.of(burnIn, verdicts, Optional.of(changes))))).getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("8");
        assertThat(suite.getAttribute("failures")).isEqualTo("3");
        NodeList failures = suite.getElementsByTagName("failure");
        assertThat(failures.getLength()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            Element host = (Element) failures.item(i).getParentNode();
            assertThat(emulator.faults()).containsKey(host.getAttribute("name"));
            assertThat(failures.item(i).getTextContent()).contains(" -> ");
        }
    }

    @Test
    void shouldEscapeInXmlAndSkipWhatWasNotTested() throws Exception {
        BurnIn odd = VerdictsTest.burnIn(new HostRuns("a<\"&>\u0001", "k\"", List.of(), ""));
        Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(bytes(
                BurnInJUnit.of(odd, Verdicts.of(odd), Optional.empty())))).getDocumentElement();
        assertThat(((Element) suite.getElementsByTagName("testcase").item(0)).getAttribute("name")).isEqualTo("a<\"&>");
        assertThat(suite.getElementsByTagName("skipped").getLength()).isEqualTo(1);
    }

    @Test
    void shouldWriteMetricsOfEachHost() {
        String text = BurnInMetrics.of(burnIn, verdicts);
        assertThat(text.lines().filter(line -> line.startsWith("hpl_burnin_bad{"))).hasSize(8);
        assertThat(text.lines().filter(line -> line.startsWith("hpl_burnin_bad{") && line.endsWith(" 1.0"))).hasSize(3);
        assertThat(text).contains("hpl_burnin_bad{cause=\"clock fell: heat\",host=\"" + hostWith(Fault.HEAT) + "\",kind=\"32 cores\"} 1.0",
                "hpl_burnin_bad_links 0.0", "hpl_burnin_timestamp_seconds 1.7959536E9");
    }

    @Test
    void shouldDrawEachRunOnThePage() {
        Document page = Jsoup.parse(BurnInPage.of(burnIn, verdicts, Optional.of(new BurnInBaseline(burnIn).against(burnIn))));
        assertThat(page.selectFirst("h1").text()).isEqualTo("BAD 3 of 8 hosts are bad, after 30 min");
        int runs = burnIn.hosts().stream().mapToInt(host -> host.runs().size()).sum();
        assertThat(page.select("svg.picture").first().select("rect")).hasSize(runs);
        assertThat(page.select("svg.picture").first().select("text[font-weight=700]").eachText())
                .contains("! " + hostWith(Fault.HEAT), "! " + hostWith(Fault.VALUES));
        assertThat(page.select("table").size()).isEqualTo(3);
        assertThat(page.text()).contains(Cause.DIED.remedy(), "What changed since 2026-11-29T12:00:00Z");
    }

    @Test
    void shouldWriteAPageOfHostsWithoutRuns() {
        BurnIn none = VerdictsTest.burnIn(new HostRuns("a<b>", "", List.of(), "cannot be reached"));
        Document page = Jsoup.parse(BurnInPage.of(none, Verdicts.of(none), Optional.empty()));
        assertThat(page.text()).contains("a<b>", "No run ended.", "cannot be reached (0 runs ended)");
    }

    @Test
    void shouldTellWhatBecameSlower() {
        BurnIn before = VerdictsTest.burnIn(VerdictsTest.host("a", HostHealth.UNKNOWN, 100, 101, 100));
        BurnIn now = VerdictsTest.burnIn(VerdictsTest.host("a", HostHealth.UNKNOWN, 80, 81, 80), VerdictsTest.host("b",
                HostHealth.UNKNOWN, 80));
        assertThat(BurnInChangesText.of(new BurnInBaseline(before).against(now), Page.ENDLESS)).isEqualTo("""
                compared with the burn-in of 2026-11-29T12:00:00Z
                host  GFLOPS before  now   change  without its kind's  verdict
                a               100   80  -20.0 %             -20.0 %  slower than before
                b                 -   80        -                   -  is not in the earlier burn-in
                BAD a: slow, no visible cause: 20.0 % slower than before: its system does not tell about clock, other processes, swapping, \
                errors of memory
                    -> compare BIOS settings, memory modules and channels, firmware and kernel with a good host
                """);
    }
}
