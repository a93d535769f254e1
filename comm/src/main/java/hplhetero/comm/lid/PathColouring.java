package hplhetero.comm.lid;

/** To be written. */
final class PathColouring {
    private PathColouring() {
    }

    static LidChoice choose(LidQuestion question) {
        throw new UnsupportedOperationException("to be written");
    }
}
