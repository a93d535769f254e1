package hplhetero.network.topology;

/** Sizes that a fabric can have, and the words for others. */
final class Sizes {

    private Sizes() {
    }

    /** @return {@code value}, at least 1 */
    static int positive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + "=" + value + ": must be >= 1");
        }
        return value;
    }

    /** The product of two factors that are positive, while it is at most {@link Fabric#MOST_NODES}. */
    static int nodes(int soFar, int factor) {
        return atMost("nodes", (long) soFar * factor, Fabric.MOST_NODES);
    }

    static int links(long links) {
        return atMost("links", links, Fabric.MOST_LINKS);
    }

    static int atMost(String what, long value, int most) {
        if (value > most) {
            throw new IllegalArgumentException(what + "=" + value + ": must be <= " + most + ", describe a part of the machine");
        }
        return (int) value;
    }

    static void requireBandwidth(double bandwidth) {
        if (!(bandwidth > 0) || Double.isInfinite(bandwidth)) {
            throw new IllegalArgumentException("bandwidth=" + bandwidth + ": must be > 0 and finite");
        }
    }

    /** @return {@code slots}, at least 1 */
    static int slots(int slots) {
        return positive("slots", slots);
    }
}
