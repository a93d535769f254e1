package hplhetero.results.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The places of all parts of a picture of a network. Places and sizes are in pixels, with y downwards. One thread fills a sketch while the
 * picture is laid out.
 */
final class Sketch {
    /** Room for the head of an arrow beyond its line, in pixels. */
    static final double HEAD = 11;

    private final List<Box> nodes = new ArrayList<>();
    private final List<Box> switches = new ArrayList<>();
    private final List<Box> frames = new ArrayList<>();
    private final List<Stroke> strokes = new ArrayList<>();
    private final List<Words> words = new ArrayList<>();
    private final List<String> explanations = new ArrayList<>();
    private double mostWidth = Double.MAX_VALUE;
    private double right;
    private double bottom;

    /**
     * A rectangle of the picture.
     *
     * @param number number of the node; not used for other rectangles
     * @param label  words in the rectangle; may be empty
     */
    record Box(int number, double x, double y, double width, double height, String label) {

        /** Returns the x of the rectangle's middle, in pixels. */
        double middle() {
            return x + width / 2;
        }

        /** Returns the x of the rectangle's right edge, in pixels. */
        double end() {
            return x + width;
        }

        /** Returns the y of the rectangle's lower edge, in pixels. */
        double foot() {
            return y + height;
        }
    }

    /**
     * The traffic that leaves one end of a connection: half of the line between the ends, or a short arrow if the other end is elsewhere.
     *
     * @param links  links that the stroke stands for, of which the most loaded one counts
     * @param points x and y of begin and end, or of begin, control point and end of a curve
     * @param shape  how the stroke is drawn
     */
    record Stroke(int[] links, double[] points, Shape shape) {
    }

    /** The ways to draw a stroke. */
    enum Shape {
        /** A line that is the wider, the more bytes pass it. */
        LINE,
        /** A line with a head. */
        ARROW,
        /** A strip along the edge of a box. */
        STRIP
    }

    /** A text in the picture; {@code anchor} is SVG's {@code text-anchor}, {@code size} the font size. */
    record Words(double x, double y, String anchor, int size, String text) {
    }

    /** Adds the box of a node. The parameters are the components of {@link Box}. */
    void node(int number, double x, double y, double width, double height, String label) {
        nodes.add(seen(new Box(number, x, y, width, height, label)));
    }

    /** Adds the box of a switch. */
    void switchBox(Box box) {
        switches.add(seen(box));
    }

    /** Adds a frame, which is drawn behind all other parts. The parameters are components of {@link Box}. */
    void frame(double x, double y, double width, double height, String label) {
        frames.add(seen(new Box(-1, x, y, width, height, label)));
    }

    private Box seen(Box box) {
        right = Math.max(right, box.end());
        bottom = Math.max(bottom, box.foot());
        return box;
    }

    /**
     * Adds a stroke to the picture.
     *
     * @param links  links that the stroke stands for; where there are none, nothing is drawn
     * @param shape  how the stroke is drawn
     * @param points x and y of the stroke's points, as in {@link Stroke}
     */
    void stroke(int[] links, Shape shape, double... points) {
        if (links.length > 0) {
            strokes.add(new Stroke(links, points, shape));
            for (int i = 0; i < points.length; i += 2) {
                right = Math.max(right, points[i]);
                bottom = Math.max(bottom, points[i + 1]);
            }
        }
    }

    /**
     * Adds a connection of two links, one in each direction, as two halves of a line. If one link is missing, the other one is drawn over
     * the whole length, with a head.
     */
    void cable(int[] forth, int[] back, double x1, double y1, double x2, double y2) {
        if (forth.length == 0 || back.length == 0) {
            double length = Math.hypot(x2 - x1, y2 - y1);
            double dx = (x2 - x1) / length * HEAD;
            double dy = (y2 - y1) / length * HEAD;
            stroke(forth, Shape.ARROW, x1, y1, x2 - dx, y2 - dy);
            stroke(back, Shape.ARROW, x2, y2, x1 + dx, y1 + dy);
        } else {
            stroke(forth, Shape.LINE, x1, y1, (x1 + x2) / 2, (y1 + y2) / 2);
            stroke(back, Shape.LINE, x2, y2, (x1 + x2) / 2, (y1 + y2) / 2);
        }
    }

    /** Adds a connection of two links as an arc above or below a straight line; {@code control} is the y of its control point. */
    void arc(int[] forth, int[] back, double[] ends, double control) {
        double x = (ends[0] + ends[2]) / 2;
        double middle = (ends[1] + 2 * control + ends[3]) / 4;
        stroke(forth, Shape.LINE, ends[0], ends[1], (ends[0] + x) / 2, (ends[1] + control) / 2, x, middle);
        stroke(back, Shape.LINE, ends[2], ends[3], (ends[2] + x) / 2, (ends[3] + control) / 2, x, middle);
    }

    /** Adds a text. The parameters are the components of {@link Words}. */
    void words(double x, double y, String anchor, int size, String text) {
        words.add(new Words(x, y, anchor, size, text));
        bottom = Math.max(bottom, y);
    }

    /** Limits the width of lines, so that neighbouring lines do not touch. */
    void widthAtMost(double width) {
        mostWidth = Math.min(mostWidth, width);
    }

    /** Returns the greatest width of a line at which neighbouring lines do not touch, in pixels. */
    double mostWidth() {
        return mostWidth;
    }

    /** Adds a sentence to the legend, if it is not there yet. */
    void explain(String sentence) {
        if (!explanations.contains(sentence)) {
            explanations.add(sentence);
        }
    }

    /**
     * Returns the size of the text in a node's box, in pixels.
     *
     * @param height height of the box, in pixels
     */
    static int fontSize(double height) {
        return height >= 26 ? 12 : height >= 15 ? 10 : 8;
    }

    /** Returns the boxes of all nodes. */
    List<Box> nodes() {
        return nodes;
    }

    /** Returns the boxes of all switches. */
    List<Box> switches() {
        return switches;
    }

    /** Returns the frames, which are drawn behind all other parts. */
    List<Box> frames() {
        return frames;
    }

    /** Returns all strokes, which show the traffic. */
    List<Stroke> strokes() {
        return strokes;
    }

    /** Returns all texts beside those in boxes. */
    List<Words> words() {
        return words;
    }

    /** Returns the sentences of the legend. */
    List<String> explanations() {
        return explanations;
    }

    /** Returns the width of all parts together, in pixels. */
    double width() {
        return right;
    }

    /** Returns the height of all parts together, in pixels. */
    double height() {
        return bottom;
    }

    /** Returns an array without links, for a direction in which there is none. */
    static int[] none() {
        return new int[0];
    }

    /** Returns the numbers of links in several arrays as one array, one after the other. */
    static int[] joined(List<int[]> parts) {
        return parts.stream().flatMapToInt(Arrays::stream).toArray();
    }
}
