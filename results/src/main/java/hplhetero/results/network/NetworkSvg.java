package hplhetero.results.network;

import hplhetero.network.model.LinkBytes;
import hplhetero.network.model.StageLoad;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Torus;
import hplhetero.results.chart.Svg;
import hplhetero.results.format.ByteText;
import hplhetero.results.network.Sketch.Box;
import hplhetero.results.network.Sketch.Shape;
import hplhetero.results.network.Sketch.Stroke;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The picture of a network as SVG: its nodes and switches, where ranks sit, and what passes its links. The half of a line next to a node or
 * switch shows what leaves there; idle links are thin and grey. Names, ranks and bytes appear where the mouse points.
 */
public final class NetworkSvg {
    /** The most nodes that can be drawn. More could not be told apart, and a browser would take minutes for the file. */
    public static final int MOST_NODES = 20_000;

    // sizes and places in pixels
    private static final int MARGIN = 24;
    private static final int TOP = 104;
    private static final int LINE = 18;
    private static final int LEAST_WIDTH = 720;
    private static final int FONT = 12;
    private static final double CHARACTER = 6.3;
    private static final String USED = "#cfe3f5";
    private static final String EMPTY = "#ffffff";
    private static final String EDGE = "#5a6b7b";
    private static final String SWITCH = "#e6e6e6";
    private static final String IDLE = "#c4c4c4";
    private static final String PLAIN = "#7a7a7a";
    private static final double STRIP = 3;
    /** Colour around the most loaded link. */
    private static final String MARK = "#0050c8";

    private final NetworkPicture picture;
    private final RankWords words;
    private final Sketch sketch;
    private final Optional<LoadClasses> classes;
    private final int worst;
    private final List<String> head = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final int width;
    private final int height;
    private final Svg svg;

    /**
     * Makes the picture of one network.
     *
     * @param picture  what to show
     * @param compared loads of all pictures shown together, in which one colour means one load
     */
    private NetworkSvg(NetworkPicture picture, List<LinkBytes> compared) {
        this.picture = picture;
        Fabric fabric = picture.fabric();
        words = new RankWords(fabric.nodes(), picture.placement());
        sketch = fabric instanceof Torus torus ? GridLayout.of(torus, words) : LayerLayout.of(fabric, words);
        worst = picture.loads().map(LinkBytes::worst).orElse(StageLoad.NO_LINK);
        classes = worst == StageLoad.NO_LINK ? Optional.empty() : picture.loads()
                .map(loads -> new LoadClasses(loads, compared, sketch.mostWidth()));
        head();
        notes();
        int longest = Math.max(head.stream().skip(1).mapToInt(String::length).max().orElse(0),
                notes.stream().mapToInt(String::length).max().orElse(0));
        width = (int) Math.ceil(Math.max(Math.max(LEAST_WIDTH, sketch.width() + 2 * MARGIN + 8),
                Math.max(longest * CHARACTER, head.getFirst().length() * 1.6 * CHARACTER) + 2 * MARGIN));
        height = (int) Math.ceil(TOP + sketch.height() + MARGIN + legendHeight());
        svg = new Svg(width, height, FONT);
    }

    /**
     * Returns the text of an SVG file with one picture of a network.
     *
     * @param picture what to show
     * @throws IllegalArgumentException if the fabric has more than {@link #MOST_NODES} nodes, or is a mesh or torus of more than 6
     *                                  dimensions
     */
    public static String of(NetworkPicture picture) {
        return of(List.of(picture));
    }

    /**
     * Returns the text of an SVG file with several pictures of networks below each other. Links are coloured by load: the bytes that pass a
     * link / its bandwidth relative to the network's base bandwidth. One colour means the same range of loads in all pictures.
     *
     * @param pictures what to show, from top to bottom
     * @throws IllegalArgumentException if a network has more than {@link #MOST_NODES} nodes, or is a mesh or torus of more than 6
     *     dimensions
     */
    public static String of(List<NetworkPicture> pictures) {
        for (NetworkPicture picture : pictures) {
            if (picture.fabric().nodes() > MOST_NODES) {
                throw new IllegalArgumentException("nodes=" + picture.fabric().nodes() + ": a picture shows at most " + MOST_NODES
                        + " nodes: describe a part of the machine");
            }
        }
        List<LinkBytes> loads = pictures.stream().flatMap(picture -> picture.loads().stream()).toList();
        List<NetworkSvg> parts = pictures.stream().map(picture -> new NetworkSvg(picture, loads)).toList();
        return parts.size() == 1 ? parts.getFirst().draw() : stacked(parts);
    }

    private static String stacked(List<NetworkSvg> parts) {
        Svg all = new Svg(parts.stream().mapToInt(part -> part.width).max().orElseThrow(),
                parts.stream().mapToInt(part -> part.height).sum(), FONT);
        all.add("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>", Svg.WHITE);
        int above = 0;
        for (NetworkSvg part : parts) {
            all.add("<g transform=\"translate(0 %d)\">", above);
            all.add("%s", part.draw().stripTrailing());
            all.add("</g>");
            above += part.height;
        }
        return all.close();
    }

    private void head() {
        head.add(picture.fabric().name() + (picture.traffic().isEmpty() ? "" : ": " + picture.traffic()));
        head.add(picture.placement().map(p -> p.ranks() + " ranks on " + p.nodes().length + " of ").orElse("") + picture.fabric().nodes()
                + " nodes, " + picture.fabric().links() + " directed links");
        picture.loads().ifPresent(loads -> head.add(worst == StageLoad.NO_LINK ? "No bytes pass any link." : load(loads)));
    }

    private String load(LinkBytes loads) {
        long alike = 0;
        for (int link = 0; link < loads.fabric().links(); link++) {
            alike += loads.load(link) == loads.load(worst) ? 1 : 0;
        }
        int idle = loads.fabric().links() - loads.used();
        String more = alike == 1 ? "" : " (" + (alike - 1) + (alike == 2 ? " more link carries" : " more links carry") + " the same load)";
        return "Most loaded link: " + told(loads, worst) + more + "; "
                + (idle == 0 ? "no link is idle" : idle + (idle == 1 ? " link is idle" : " links are idle"));
    }

    /**
     * Returns the words for a link and its bytes, such as {@code leaf0 -> root1, 1.5 MiB}. If the link's bandwidth is not 1, they also say
     * how many bytes would load a link of bandwidth 1 as much.
     */
    private static String told(LinkBytes loads, int id) {
        Link link = loads.fabric().link(id);
        return link.from() + " -> " + link.to() + ", " + ByteText.of(loads.bytes(id)) + (link.bandwidth() == 1 ? ""
                : " at bandwidth " + Numbers.of(link.bandwidth()) + ", like " + ByteText.of(loads.load(id)) + " at bandwidth 1");
    }

    private void notes() {
        if (classes.isPresent()) {
            notes.add("The half of a line next to a node or switch shows what that node or switch sends.");
        }
        notes.addAll(sketch.explanations());
    }

    private int legendHeight() {
        int loads = classes.map(c -> c.count() + 3).orElse(0);
        return LINE * (Math.max(loads, picture.placement().isPresent() ? 2 : 0) + notes.size()) + MARGIN + 6;
    }

    private String draw() {
        svg.add("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>", Svg.WHITE);
        text(MARGIN, 34, "start", 18, head.getFirst(), " font-weight=\"bold\"");
        for (int i = 1; i < head.size(); i++) {
            text(MARGIN, 38 + i * LINE, "start", FONT, head.get(i), "");
        }
        svg.add("<g transform=\"translate(%d %d)\">", MARGIN, TOP);
        frames();
        strokes(shape -> shape != Shape.STRIP);
        switches();
        nodes();
        strokes(shape -> shape == Shape.STRIP);
        sketch.words().forEach(w -> text(w.x(), w.y(), w.anchor(), w.size(), w.text(), " fill=\"#333333\""));
        svg.add("</g>");
        legend();
        return svg.close();
    }

    private void frames() {
        svg.add("<g class=\"frames\" fill=\"#f7f7f7\" stroke=\"#b5b5b5\">");
        for (Box box : sketch.frames()) {
            rectangle(box, "", "");
        }
        svg.add("</g>");
        for (Box box : sketch.frames()) {
            if (!box.label().isEmpty()) {
                text(box.x() + 6, box.y() + 14, "start", 11, box.label(), " fill=\"#333333\"");
            }
        }
    }

    private void switches() {
        svg.add("<g class=\"switches\" fill=\"%s\" stroke=\"%s\">", SWITCH, EDGE);
        for (Box box : sketch.switches()) {
            rectangle(box, " rx=\"3\"", "");
        }
        svg.add("</g>");
        for (Box box : sketch.switches()) {
            text(box.middle(), box.y() + box.height() / 2 + 4, "middle", FONT, box.label(), "");
        }
    }

    private void nodes() {
        svg.add("<g class=\"nodes\" stroke=\"%s\" stroke-width=\"0.8\">", EDGE);
        for (Box box : sketch.nodes()) {
            boolean used = words.used(box.number());
            rectangle(box, " class=\"" + (used ? "used" : "empty") + "\" fill=\"" + (used ? USED : EMPTY) + "\"",
                    picture.fabric().nodeName(box.number()) + ": " + words.all(box.number()));
        }
        svg.add("</g>");
        for (Box box : sketch.nodes()) {
            if (!box.label().isEmpty()) {
                int size = Sketch.fontSize(box.height());
                text(box.middle(), box.y() + box.height() / 2 + size * 0.36, "middle", size, box.label(), "");
            }
        }
    }

    private void rectangle(Box box, String attributes, String title) {
        String place = String.format(Locale.ROOT, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"%s", box.x(), box.y(),
                box.width(), box.height(), attributes);
        svg.add("%s", title.isEmpty() ? place + "/>" : place + "><title>" + Svg.escaped(title) + "</title></rect>");
    }

    /** A choice of strokes by shape. */
    @FunctionalInterface
    private interface Chosen {
        boolean is(Shape shape);
    }

    /** Draws the chosen strokes: idle ones first and as one path, then the others from the least to the most loaded class. */
    private void strokes(Chosen chosen) {
        List<Stroke> all = sketch.strokes().stream().filter(stroke -> chosen.is(stroke.shape())).toList();
        if (all.isEmpty()) {
            return;
        }
        StringBuilder idle = new StringBuilder();
        List<List<Stroke>> byClass = new ArrayList<>();
        for (int i = 0; i < classes.map(LoadClasses::count).orElse(0); i++) {
            byClass.add(new ArrayList<>());
        }
        for (Stroke stroke : all) {
            int index = classes.map(c -> c.of(c.worst(stroke.links()))).orElse(-1);
            if (index >= 0) {
                byClass.get(index).add(stroke);
            } else if (stroke.shape() != Shape.STRIP) {
                idle.append(path(stroke));
            }
        }
        String grey = picture.loads().isPresent() ? IDLE : PLAIN;
        svg.add("<path class=\"idle\" fill=\"none\" stroke=\"%s\" stroke-width=\"1\" d=\"%s\"/>", grey, idle);
        for (int index = 0; index < byClass.size(); index++) {
            String colour = classes.orElseThrow().colour(index);
            double wide = classes.orElseThrow().width(index);
            for (Stroke stroke : byClass.get(index)) {
                loaded(stroke, colour, stroke.shape() == Shape.STRIP ? STRIP : wide);
            }
        }
    }

    private void loaded(Stroke stroke, String colour, double wide) {
        int link = classes.orElseThrow().worst(stroke.links());
        boolean most = Arrays.stream(stroke.links()).anyMatch(id -> id == worst);
        if (most) {
            svg.add("<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-linecap=\"square\" d=\"%s\"/>", MARK, wide + 5,
                    path(stroke));
        }
        svg.add("<path class=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" d=\"%s\"><title>%s</title></path>",
                most ? "link most" : "link", colour, wide, path(stroke), Svg.escaped(told(picture.loads().orElseThrow(), link)));
        if (stroke.shape() == Shape.ARROW) {
            head(stroke.points(), colour, wide);
        }
    }

    private static String path(Stroke stroke) {
        double[] p = stroke.points();
        return p.length == 4 ? String.format(Locale.ROOT, "M%.1f %.1fL%.1f %.1f", p[0], p[1], p[2], p[3])
                : String.format(Locale.ROOT, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", p[0], p[1], p[2], p[3], p[4], p[5]);
    }

    /** Draws the head of an arrow, a triangle that ends a little beyond the line. */
    private void head(double[] p, String colour, double wide) {
        double length = Math.hypot(p[2] - p[0], p[3] - p[1]);
        double x = (p[2] - p[0]) / length;
        double y = (p[3] - p[1]) / length;
        double half = wide / 2 + Math.min(2, sketch.mostWidth() / 3);
        svg.add("<path class=\"head\" fill=\"%s\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>", colour, p[2] + x * 2 * half,
                p[3] + y * 2 * half, p[2] - y * half, p[3] + x * half, p[2] + y * half, p[3] - x * half);
    }

    private void legend() {
        double y = TOP + sketch.height() + MARGIN + 6;
        double left = MARGIN;
        int lines = 0;
        if (classes.isPresent()) {
            lines = loadLegend(left, y);
            left += 260;
        }
        if (picture.placement().isPresent()) {
            svg.add("<rect x=\"%.1f\" y=\"%.1f\" width=\"20\" height=\"13\" fill=\"%s\" stroke=\"%s\"/>", left, y, USED, EDGE);
            text(left + 28, y + 11, "start", FONT, sketch.nodes().stream().allMatch(box -> box.label().isEmpty()) ? "node with ranks"
                    : "node with the ranks that sit there", "");
            svg.add("<rect x=\"%.1f\" y=\"%.1f\" width=\"20\" height=\"13\" fill=\"%s\" stroke=\"%s\"/>", left, y + LINE, EMPTY, EDGE);
            text(left + 28, y + LINE + 11, "start", FONT, "node without ranks", "");
            lines = Math.max(lines, 2);
        }
        double below = y + lines * LINE + 14;
        for (int i = 0; i < notes.size(); i++) {
            text(MARGIN, below + i * LINE, "start", FONT, notes.get(i), " fill=\"#333333\"");
        }
    }

    private int loadLegend(double left, double y) {
        LoadClasses all = classes.orElseThrow();
        boolean unlike = picture.fabric().bandwidth(worst) != 1;
        text(left, y + 10, "start", FONT, unlike ? "bytes / bandwidth of a link" : "bytes that pass a link", "");
        bar(left, y + LINE, IDLE, 1, "none");
        for (int index = 0; index < all.count(); index++) {
            bar(left, y + (index + 2) * LINE, all.colour(index), all.width(index), all.titles().get(index));
        }
        double last = y + (all.count() + 2) * LINE;
        int most = all.of(worst);
        svg.add("<path stroke=\"%s\" stroke-width=\"%.1f\" d=\"M%.1f %.1fh40\"/>", MARK, all.width(most) + 5, left, last + 7);
        bar(left, last, all.colour(most), all.width(most), "the most loaded link named above");
        return all.count() + 3;
    }

    private void bar(double left, double y, String colour, double wide, String title) {
        svg.add("<path class=\"scale\" stroke=\"%s\" stroke-width=\"%.1f\" d=\"M%.1f %.1fh40\"/>", colour, wide, left, y + 7);
        text(left + 48, y + 11, "start", FONT, title, "");
    }

    private void text(double x, double y, String anchor, int size, String words, String attributes) {
        if (!words.isEmpty()) {
            svg.add("%s", String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\"%s>", x, y, anchor,
                    size, attributes) + Svg.escaped(words) + "</text>");
        }
    }
}
