package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The blocks of a matrix, drawn in the colours of their owners. Each virtual row is drawn once and placed wherever it occurs, so that the
 * picture of a large matrix stays small. Of a very large matrix, only the last blocks are drawn.
 *
 * @param owners rows of the virtual grid with the owner rank of each cell, all of equal length
 * @param rho    virtual row of each block row
 * @param kappa  virtual column of each block column
 */
public record BlockMatrix(List<List<Integer>> owners, List<Integer> rho, List<Integer> kappa) {
    /** The most blocks of a side that are drawn. More would be too small to be told apart; the others continue the pattern at the end. */
    private static final int MOST_BLOCKS = 130;
    private static final int WIDTH = 480;
    private static final int SIZE = 320;
    private static final int HEAD = 24;
    private static final int FONT_SIZE = 12;

    public BlockMatrix {
        owners = List.copyOf(owners);
        rho = List.copyOf(rho);
        kappa = List.copyOf(kappa);
    }

    /**
     * Returns a picture of the blocks of the matrix, each in the colour of its owner, as an SVG element to stand in an HTML page. Of a very
     * large matrix, only the last block rows and block columns are drawn.
     *
     * @param caption words for those who do not see the picture
     * @param id      identifier of the picture in the page, different for each picture
     * @param colours gives the colour of a rank as SVG takes it, such as {@code #0072b2}
     */
    public String inPage(Caption caption, String id, IntFunction<String> colours) {
        Svg svg = new Svg(WIDTH, HEAD + SIZE, FONT_SIZE, caption);
        svg.words(WIDTH / 2.0, 14, "middle", words());
        draw(svg, id + "-", (WIDTH - SIZE) / 2, HEAD, SIZE, colours);
        return svg.close();
    }

    /** Returns the words that say how many blocks are drawn. */
    String words() {
        return shown(last(kappa), kappa) + " block columns x " + shown(last(rho), rho) + " block rows";
    }

    /**
     * Draws the blocks as a square.
     *
     * @param svg     the picture
     * @param prefix  prefix of the identifiers of the square's parts
     * @param left    left edge, in pixels
     * @param top     upper edge, in pixels
     * @param size    side of the square, in pixels
     * @param colours gives the colour of a rank
     */
    void draw(Svg svg, String prefix, int left, int top, int size, IntFunction<String> colours) {
        List<Integer> rows = last(rho);
        List<Integer> columns = last(kappa);
        svg.add("<defs>");
        for (int r = 0; r < owners.size(); r++) {
            rowOfBlocks(svg, prefix, r, columns, colours);
        }
        svg.add("</defs>");
        svg.add("<g transform=\"translate(%d %d) scale(%.6f %.6f)\" shape-rendering=\"crispEdges\">", left, top,
                (double) size / columns.size(), (double) size / rows.size());
        for (int i = 0; i < rows.size(); i++) {
            svg.add("<use href=\"#%srow%d\" y=\"%d\"/>", prefix, rows.get(i), i);
        }
        svg.add("</g>");
    }

    /** Defines a virtual row of blocks that is one unit high. Neighbours with one owner are drawn as one rectangle. */
    private void rowOfBlocks(Svg svg, String prefix, int row, List<Integer> columns, IntFunction<String> colours) {
        List<Integer> mine = owners.get(row);
        svg.add("<g id=\"%srow%d\">", prefix, row);
        int start = 0;
        for (int j = 1; j <= columns.size(); j++) {
            int owner = mine.get(columns.get(start));
            if (j == columns.size() || mine.get(columns.get(j)) != owner) {
                svg.add("<rect x=\"%d\" width=\"%d\" height=\"1\" fill=\"%s\"/>", start, j - start, colours.apply(owner));
                start = j;
            }
        }
        svg.add("</g>");
    }

    private static List<Integer> last(List<Integer> sequence) {
        return sequence.subList(Math.max(0, sequence.size() - MOST_BLOCKS), sequence.size());
    }

    private static String shown(List<Integer> part, List<Integer> whole) {
        return part.size() == whole.size() ? String.valueOf(whole.size()) : "the last " + part.size() + " of " + whole.size();
    }
}
