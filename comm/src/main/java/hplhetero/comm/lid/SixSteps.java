package hplhetero.comm.lid;

/** To be written. */
final class SixSteps {
    private SixSteps() {
    }

    static LidChoice choose(LidQuestion question) {
        throw new UnsupportedOperationException("to be written");
    }
}
