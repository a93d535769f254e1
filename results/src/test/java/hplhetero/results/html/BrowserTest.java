package hplhetero.results.html;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.Sweep;
import hplhetero.results.html.Browser.Light;
import hplhetero.results.html.HtmlPage.Source;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page as a real browser lays it out: nothing cut, nothing over another, nothing complained of. */
@Needs(Component.CHROMIUM)
@Slow
class BrowserTest {
    private static final int DESK = 1280;
    private static final int PHONE = 390;
    private static final int PRINTED = 720;

    @TempDir
    private Path folder;
    private Browser browser;

    @BeforeEach
    void open() {
        browser = new Browser(folder);
    }

    /** A copy that looks at itself; that of the product allows no script. */
    private JsonNode laidOut(String page, int width, Light light) throws IOException, InterruptedException {
        String script;
        try (InputStream in = BrowserTest.class.getResourceAsStream("layout.js")) {
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String copy = page.replaceFirst("<meta http-equiv=[^>]*>", "").replace("</body>", "<script>" + script + "</script></body>");
        Path file = Files.writeString(folder.resolve("page.html"), copy);
        return new JsonMapper().readTree(Jsoup.parse(browser.dom(file, width, light)).selectFirst("#layout").data());
    }

    private void requireOrder(String page, int width, int pictures) throws IOException, InterruptedException {
        JsonNode found = laidOut(page, width, Light.DAY);
        assertThat(found.get("wrong")).as("%d pixels wide", width).isEmpty();
        assertThat(found.get("pictures").asInt()).isEqualTo(pictures);
    }

    @Test
    void shouldLayOutARunOfThreeAndOne() throws Exception {
        String page = HtmlPage.of(List.of(new Source("a", Runs.threeAndOne())), List.of(HtmlPageTest.entry("node0 + 3", 400, 100),
                HtmlPageTest.entry("node0 + 3", 3, 110)));
        for (int width : new int[] {DESK, PRINTED, PHONE}) {
            requireOrder(page, width, 8);
        }
    }

    @Test
    void shouldLayOutARunWhoseMapFollowedItsRanks() throws Exception {
        for (int width : new int[] {DESK, PRINTED, PHONE}) {
            requireOrder(HtmlPageTest.text(Runs.moved()), width, 9);
        }
        requireOrder(HtmlPageTest.text(Runs.watched(200, 137)), DESK, 8);
    }

    @Test
    void shouldLayOutSweepsSideBySide() throws Exception {
        String page = HtmlPageTest.text(Runs.sweep(), Runs.failed(), Runs.brokenOff());
        requireOrder(page, 1920, 8 + 3 + 15);
        requireOrder(page, PHONE, 8 + 3 + 15);
    }

    /** Names from outside may be as long as they like. */
    @Test
    void shouldLayOutLongNames() throws Exception {
        requireOrder(HtmlPageTest.text(Runs.longNames()), PHONE, 7);
    }

    @Test
    void shouldLayOutManyRanks() throws Exception {
        requireOrder(HtmlPageTest.text(Runs.many(8, 8)), DESK, 7);
    }

    @Test
    void shouldTakeTheColoursOfTheReadersScreen() throws Exception {
        String page = HtmlPageTest.text(Runs.failed());
        JsonNode day = laidOut(page, DESK, Light.DAY);
        JsonNode night = laidOut(page, DESK, Light.NIGHT);
        assertThat(day.get("paper").asString()).isEqualTo("rgb(255, 255, 255)");
        assertThat(night.get("paper").asString()).isEqualTo("rgb(20, 23, 26)");
        assertThat(day.get("ink").asString()).isEqualTo("rgb(27, 31, 36)");
        assertThat(night.get("ink").asString()).isEqualTo("rgb(230, 233, 236)");
        assertThat(day.get("first").asString()).isEqualTo("rgb(0, 114, 178)");
        assertThat(night.get("first").asString()).isEqualTo("rgb(74, 168, 232)");
    }

    /** The page as it is, with its policy: no script runs, nothing is loaded, nothing is complained of. */
    @Test
    void shouldShowTheVerdictAndPicturesAsTheyAre() throws Exception {
        Path page = write(Runs.threeAndOne());
        assertThat(Jsoup.parse(browser.dom(page, DESK, Light.DAY)).selectFirst("h1").text()).startsWith("PASSED");
        BufferedImage shot = ImageIO.read(new ByteArrayInputStream(browser.file(page, "--screenshot", DESK, 2600, Light.NIGHT)));
        assertThat(shot.getWidth()).isEqualTo(DESK);
        assertThat(colours(shot)).contains(0x14171a, 0x4aa8e8, 0xe69f00, 0x1fc39a).hasSizeGreaterThan(100);
    }

    @Test
    void shouldPrintOnPaperInLightColours() throws Exception {
        byte[] pdf = browser.file(write(Runs.threeAndOne()), "--print-to-pdf", DESK, 900, Light.NIGHT);
        String text = new String(pdf, StandardCharsets.ISO_8859_1);
        assertThat(text).startsWith("%PDF");
        assertThat(text.split("/Type\\s*/Page[^s]").length - 1).isBetween(2, 5);
    }

    private Path write(Sweep sweep) throws IOException {
        return Files.writeString(folder.resolve("report.html"), HtmlPageTest.text(sweep));
    }

    private static Set<Integer> colours(BufferedImage image) {
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                colours.add(image.getRGB(x, y) & 0xffffff);
            }
        }
        return colours;
    }
}
