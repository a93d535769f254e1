package hplhetero.results.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where things stand in a picture of a network; places and sizes in pixels, y downwards. Mutable while it is laid out; one thread.
 */
final class Sketch {
    /** What the head of an arrow takes beyond its line. */
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
     * A rectangle.
     *
     * @param number of the node; without effect otherwise
     * @param label  in it, if any
     */
    record Box(int number, double x, double y, double width, double height, String label) {

        double middle() {
            return x + width / 2;
        }

        double end() {
            return x + width;
        }

        double foot() {
            return y + height;
        }
    }

    /**
     * What leaves one end of a connection: half of the line between its ends, or a short arrow where the other end is elsewhere.
     *
     * @param links  that it stands for; the most loaded one counts
     * @param points x, y of its beginning and end, or of beginning, control point and end of a curve
     * @param shape  how it is drawn
     */
    record Stroke(int[] links, double[] points, Shape shape) {
    }

    /** How a stroke is drawn. */
    enum Shape {
        /** The wider, the more passes it. */
        LINE,
        /** The same with a head. */
        ARROW,
        /** A strip along the edge of a box. */
        STRIP
    }

    /** Text. */
    record Words(double x, double y, String anchor, int size, String text) {
    }

    void node(int number, double x, double y, double width, double height, String label) {
        nodes.add(seen(new Box(number, x, y, width, height, label)));
    }

    void switchBox(Box box) {
        switches.add(seen(box));
    }

    void frame(double x, double y, double width, double height, String label) {
        frames.add(seen(new Box(-1, x, y, width, height, label)));
    }

    private Box seen(Box box) {
        right = Math.max(right, box.end());
        bottom = Math.max(bottom, box.foot());
        return box;
    }

    /** @param links may be empty: nothing is drawn */
    void stroke(int[] links, Shape shape, double... points) {
        if (links.length > 0) {
            strokes.add(new Stroke(links, points, shape));
            for (int i = 0; i < points.length; i += 2) {
                right = Math.max(right, points[i]);
                bottom = Math.max(bottom, points[i + 1]);
            }
        }
    }

    /** A connection of two links, one in each direction, drawn as two halves; where one is missing, the other is all of it. */
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

    /** The same as an arc over (or under) a straight line, whose control point has this y. */
    void arc(int[] forth, int[] back, double[] ends, double control) {
        double x = (ends[0] + ends[2]) / 2;
        double middle = (ends[1] + 2 * control + ends[3]) / 4;
        stroke(forth, Shape.LINE, ends[0], ends[1], (ends[0] + x) / 2, (ends[1] + control) / 2, x, middle);
        stroke(back, Shape.LINE, ends[2], ends[3], (ends[2] + x) / 2, (ends[3] + control) / 2, x, middle);
    }

    void words(double x, double y, String anchor, int size, String text) {
        words.add(new Words(x, y, anchor, size, text));
        bottom = Math.max(bottom, y);
    }

    /** No line is to be wider, or neighbours would run into each other. */
    void widthAtMost(double width) {
        mostWidth = Math.min(mostWidth, width);
    }

    double mostWidth() {
        return mostWidth;
    }

    /** A sentence for the legend, once. */
    void explain(String sentence) {
        if (!explanations.contains(sentence)) {
            explanations.add(sentence);
        }
    }

    /** Of words in a node's box. */
    static int fontSize(double height) {
        return height >= 26 ? 12 : height >= 15 ? 10 : 8;
    }

    List<Box> nodes() {
        return nodes;
    }

    List<Box> switches() {
        return switches;
    }

    /** Behind all else. */
    List<Box> frames() {
        return frames;
    }

    List<Stroke> strokes() {
        return strokes;
    }

    List<Words> words() {
        return words;
    }

    List<String> explanations() {
        return explanations;
    }

    double width() {
        return right;
    }

    double height() {
        return bottom;
    }

    static int[] none() {
        return new int[0];
    }

    static int[] joined(List<int[]> parts) {
        return parts.stream().flatMapToInt(Arrays::stream).toArray();
    }
}
