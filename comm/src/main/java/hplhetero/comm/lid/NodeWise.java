package hplhetero.comm.lid;

/** To be written. */
final class NodeWise {
    private NodeWise() {
    }

    static LidChoice choose(LidQuestion question) {
        throw new UnsupportedOperationException("to be written");
    }
}
