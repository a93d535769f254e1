package hplhetero.results.html;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.LineChart;
import hplhetero.results.chart.LineChart.Background;
import hplhetero.results.chart.LineChart.Band;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.chart.RankColors;
import hplhetero.results.chart.Svg.Caption;
import hplhetero.results.chart.Theme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The pictures of clocks, temperatures and power over the time of a test, with a line for each host. */
final class HealthFigures {
    /** The fewest points of a line: fewer say no more than the table of power. */
    private static final int LEAST_POINTS = 3;
    /** The most hosts that have a line each. Of more hosts, the least usual ones have one, and a band holds the others. */
    private static final int MOST_LINES = 8;
    private static final double MEGA_TO_GIGA = 1e-3;
    private static final String BAND = Theme.PAGE.colour("band", "#dde2e7");
    private static final String EDGE = Theme.PAGE.colour("soft", "#57606a");

    /** The pictures, each of one quantity. */
    private enum Picture {
        CLOCK(HealthQuantity.CLOCK, "Clock over the run", "GHz", MEGA_TO_GIGA, "The mean clock of the cores that worked."),
        TEMPERATURE(HealthQuantity.TEMPERATURE, "Temperature over the run", "degrees Celsius", 1,
                "The highest temperature of a processor."),
        POWER(HealthQuantity.POWER, "Power over the run", "W", 1, "What the meters or counters named below measured."),
        GPU_CLOCK(HealthQuantity.GPU_CLOCK, "Clock of GPUs over the run", "GHz", MEGA_TO_GIGA, "The clock of the slowest GPU."),
        GPU_TEMPERATURE(HealthQuantity.GPU_TEMPERATURE, "Temperature of GPUs over the run", "degrees Celsius", 1,
                "The highest temperature of a GPU.");

        private final HealthQuantity quantity;
        private final String title;
        private final String unit;
        private final double factor;
        private final String words;

        Picture(HealthQuantity quantity, String title, String unit, double factor, String words) {
            this.quantity = quantity;
            this.title = title;
            this.unit = unit;
            this.factor = factor;
            this.words = words;
        }

        /** Returns how unusual a host is: by how much its clock fell, or how hot it was. */
        private double extent(List<Point> points) {
            double highest = points.stream().mapToDouble(Point::y).max().orElseThrow();
            boolean temperature = this == TEMPERATURE || this == GPU_TEMPERATURE;
            return temperature ? highest : highest - points.stream().mapToDouble(Point::y).min().orElseThrow();
        }
    }

    /** A host with the points of one quantity. */
    private record Host(String name, List<Point> points) {
    }

    private HealthFigures() {
    }

    /** Returns the pictures of a test, of those quantities that some host has told at three points at least. */
    static List<Figure> of(CaseResult result) {
        return Stream.of(Picture.values()).flatMap(picture -> figure(picture, result).stream()).toList();
    }

    private static Optional<Figure> figure(Picture picture, CaseResult result) {
        List<Host> hosts = result.power().stream().map(host -> host(picture, host))
                .filter(host -> host.points.size() >= LEAST_POINTS && host.points.stream().anyMatch(point -> point.y() > 0)).toList();
        if (hosts.isEmpty()) {
            return Optional.empty();
        }
        List<Host> drawn = hosts.stream().sorted(Comparator.comparingDouble((Host host) -> -picture.extent(host.points)))
                .limit(MOST_LINES).toList();
        List<Host> others = hosts.stream().filter(host -> !drawn.contains(host)).toList();
        List<Line> lines = IntStream.range(0, drawn.size())
                .mapToObj(i -> new Line(drawn.get(i).name, RankColors.inPage(i), false, drawn.get(i).points)).toList();
        List<Band> bands = others.isEmpty() ? List.of() : List.of(band(others));
        List<Kind> legend = others.isEmpty() ? List.of()
                : List.of(new Kind("the other " + Texts.count(others.size(), "host") + ", lowest to highest", BAND));
        String svg = LineChart.inPage(new Caption(picture.title, Texts.count(hosts.size(), "host")), "seconds", picture.unit, lines,
                new Background(bands, List.of()));
        return Optional.of(Figure.of(picture.title, svg, legend, picture.words));
    }

    private static Host host(Picture picture, HostPower power) {
        HealthSeries health = power.health();
        List<Double> values = health.of(picture.quantity);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) >= 0) {
                points.add(new Point(health.seconds().get(i), values.get(i) * picture.factor));
            }
        }
        return new Host(power.host(), points);
    }

    /** Returns the band of several hosts, which have their points at about the same times. */
    private static Band band(List<Host> hosts) {
        int points = hosts.stream().mapToInt(host -> host.points.size()).min().orElseThrow();
        List<Point> lowest = new ArrayList<>();
        List<Point> highest = new ArrayList<>();
        for (int i = 0; i < points; i++) {
            int point = i;
            double x = hosts.getFirst().points.get(i).x();
            lowest.add(new Point(x, hosts.stream().mapToDouble(host -> host.points.get(point).y()).min().orElseThrow()));
            highest.add(new Point(x, hosts.stream().mapToDouble(host -> host.points.get(point).y()).max().orElseThrow()));
        }
        return new Band(BAND, EDGE, lowest, highest);
    }
}
