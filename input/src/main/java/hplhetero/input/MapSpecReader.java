package hplhetero.input;

import hplhetero.hpl.MapSpec;

/** Reads the words for a map of blocks: {@code cyclic}, {@code cells:0,1/2,2}, {@code weighted:cols=2,2,1}. */
public final class MapSpecReader {

    private MapSpecReader() {
    }

    /** @throws InputException when the text is none of the forms above */
    public static MapSpec parse(String text) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** @throws InputException when {@code map} does not fit a grid of {@code p} x {@code q} */
    public static void check(MapSpec map, int p, int q) {
        throw new UnsupportedOperationException("not built yet");
    }
}
