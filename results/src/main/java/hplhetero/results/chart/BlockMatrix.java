package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The blocks of a matrix in the colours of their owners. Each kind of block row is drawn once and put where it occurs, so that the
 * picture of a large matrix stays small; of a very large one only the last blocks are drawn.
 *
 * @param owners rows of owner ranks of the virtual grid, all of the same length
 * @param rho    virtual row of each block row
 * @param kappa  virtual column of each block column
 */
public record BlockMatrix(List<List<Integer>> owners, List<Integer> rho, List<Integer> kappa) {
    /** With more, blocks are too small to be told apart; the pattern goes on as it is at the end. */
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
     * Draws it for a page.
     *
     * @param id      of this picture in the page
     * @param colours by rank
     */
    public String inPage(Caption caption, String id, IntFunction<String> colours) {
        Svg svg = new Svg(WIDTH, HEAD + SIZE, FONT_SIZE, caption);
        svg.words(WIDTH / 2.0, 14, "middle", words());
        draw(svg, id + "-", (WIDTH - SIZE) / 2, HEAD, SIZE, colours);
        return svg.close();
    }

    /** How many blocks are drawn. */
    String words() {
        return shown(last(kappa), kappa) + " block columns x " + shown(last(rho), rho) + " block rows";
    }

    /**
     * Draws the blocks as a square.
     *
     * @param prefix of the ids of its parts
     * @param size   of the square, in pixels
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

    /** One block high; neighbours with one owner are one rectangle. */
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
