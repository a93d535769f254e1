package hplhetero.results.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.results.Plans;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlanSvgTest {
    private static final int N = 3000;

    private final Cluster cluster = Plans.cluster(10, 10, 10, 5);

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(
                new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> elements(Element parent, String name) {
        NodeList nodes = parent.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    @Test
    void shouldDrawEachBlockInItsOwnersColour() throws Exception {
        Plan plan = Plans.choice(cluster, N, Optional.of(new Grid(2, 2))).best();
        Element svg = parsed(PlanSvg.of(cluster, plan)).getDocumentElement();
        List<Element> rows = elements(svg, "use");
        assertThat(rows).hasSameSizeAs(plan.map().rho());
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i).getAttribute("y")).isEqualTo(String.valueOf(i));
            String[] colours = colours(svg, rows.get(i).getAttribute("href").substring(1), plan.map().kappa().size());
            for (int j = 0; j < colours.length; j++) {
                int owner = plan.map().owners().get(plan.map().rho().get(i)).get(plan.map().kappa().get(j));
                assertThat(colours[j]).as("block %d, %d", i, j).isEqualTo(RankColors.of(owner));
            }
        }
    }

    private static String[] colours(Element svg, String id, int blocks) {
        Element row = elements(svg, "g").stream().filter(g -> g.getAttribute("id").equals(id)).findFirst().orElseThrow();
        String[] colours = new String[blocks];
        for (Element rect : elements(row, "rect")) {
            int x = Integer.parseInt(rect.getAttribute("x"));
            for (int j = 0; j < Integer.parseInt(rect.getAttribute("width")); j++) {
                colours[x + j] = rect.getAttribute("fill");
            }
        }
        return colours;
    }

    @Test
    void shouldDrawABarForEachRank() throws Exception {
        Plan plan = Plans.choice(cluster, N, Optional.of(new Grid(1, 4))).best();
        Element svg = parsed(PlanSvg.of(cluster, plan)).getDocumentElement();
        for (int rank = 0; rank < 4; rank++) {
            String colour = RankColors.of(rank);
            double widest = elements(svg, "rect").stream().filter(r -> r.getAttribute("fill").equals(colour) && r.hasAttribute("y"))
                    .mapToDouble(r -> Double.parseDouble(r.getAttribute("width"))).max().orElseThrow();
            assertThat(widest).isCloseTo(180 * plan.prediction().busy().get(rank), within(0.06));
            assertThat(svg.getTextContent()).contains("<node" + rank + ">");
        }
    }

    @Test
    void shouldStaySmallForALargeMatrix() throws Exception {
        String svg = PlanSvg.of(cluster, Plans.choice(cluster, 60_000, Optional.of(new Grid(2, 2))).best());
        assertThat(svg).hasSizeLessThan(60_000);
        assertThat(parsed(svg).getDocumentElement().getTextContent()).contains("the last 130 of 938 block columns");
    }

    @Test
    void shouldGiveEachRankItsOwnColour() {
        Set<String> colours = new HashSet<>();
        for (int rank = 0; rank < 128; rank++) {
            assertThat(RankColors.of(rank)).matches("#[0-9a-f]{6}");
            assertThat(colours.add(RankColors.of(rank))).as("rank %d", rank).isTrue();
        }
    }
}
