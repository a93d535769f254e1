package hplhetero.results.network;

/**
 * Places of cells of up to three dimensions on paper. The first dimension leads to the right, the second downwards. The third dimension
 * gives planes side by side, in as many rows as they need. Sizes are in pixels.
 *
 * @param lengths number of cells along each of the three dimensions
 * @param stepX   distance from a cell to the next one to the right
 * @param stepY   distance from a cell to the next one below
 * @param gap     distance between planes
 * @param head    room above each plane for its title
 * @param columns number of planes side by side
 */
record Planes(int[] lengths, double stepX, double stepY, double gap, double head, int columns) {

    /**
     * Returns the x of a cell's left edge, in pixels.
     *
     * @param i     place of the cell along the first dimension, from 0
     * @param plane number of the plane, from 0
     */
    double x(int i, int plane) {
        return plane % columns * (planeWidth() + gap) + i * stepX;
    }

    /**
     * Returns the y of a cell's upper edge, in pixels.
     *
     * @param j     place of the cell along the second dimension, from 0
     * @param plane number of the plane, from 0
     */
    double y(int j, int plane) {
        return plane / columns * (planeHeight() + gap + head) + head + j * stepY;
    }

    /** Returns the width of one plane, in pixels. */
    double planeWidth() {
        return lengths[0] * stepX;
    }

    /** Returns the height of one plane without its title, in pixels. */
    double planeHeight() {
        return lengths[1] * stepY;
    }

    /** Returns the width of all planes together, in pixels. */
    double width() {
        return Math.min(columns, lengths[2]) * (planeWidth() + gap) - gap;
    }

    /** Returns the height of all planes together, in pixels. */
    double height() {
        return Math.ceilDiv(lengths[2], columns) * (planeHeight() + gap + head) - gap;
    }

    /** Returns whether all planes together fit a room of this size, in pixels. */
    boolean fits(double mostWidth, double mostHeight) {
        return width() <= mostWidth && height() <= mostHeight;
    }
}
