package hplhetero.input;

import hplhetero.hpl.HplCase;
import hplhetero.hpl.MapSpec;
import java.util.List;

/** Turns lists of values into tests. */
public final class CaseExpander {

    private CaseExpander() {
    }

    /**
     * All tests of a sweep in netlib's order; outer to inner: grid, N, NB, DEPTH, BCAST, RFACT, PFACT, NBMIN, NDIV.
     *
     * @throws InputException when the map does not fit a grid
     */
    public static List<HplCase> expand(HplDat dat, MapSpec map) {
        throw new UnsupportedOperationException("not built yet");
    }
}
