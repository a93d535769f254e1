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

    double x(int i, int plane) {
        return plane % columns * (planeWidth() + gap) + i * stepX;
    }

    double y(int j, int plane) {
        return plane / columns * (planeHeight() + gap + head) + head + j * stepY;
    }

    double planeWidth() {
        return lengths[0] * stepX;
    }

    double planeHeight() {
        return lengths[1] * stepY;
    }

    double width() {
        return Math.min(columns, lengths[2]) * (planeWidth() + gap) - gap;
    }

    double height() {
        return Math.ceilDiv(lengths[2], columns) * (planeHeight() + gap + head) - gap;
    }

    boolean fits(double mostWidth, double mostHeight) {
        return width() <= mostWidth && height() <= mostHeight;
    }
}
