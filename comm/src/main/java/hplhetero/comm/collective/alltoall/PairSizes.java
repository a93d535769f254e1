package hplhetero.comm.collective.alltoall;

/** The bytes that each rank has for each other; a piece without bytes is not sent. */
@FunctionalInterface
interface PairSizes {
    long bytes(int from, int to);

    /** Whether it is known that all are alike. */
    default boolean equal() {
        return false;
    }

    static PairSizes equal(long bytes) {
        return new Equal(bytes);
    }

    /** All alike. */
    record Equal(long bytes) implements PairSizes {
        @Override
        public long bytes(int from, int to) {
            return bytes;
        }

        @Override
        public boolean equal() {
            return true;
        }
    }
}
