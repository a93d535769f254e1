package hplhetero.network.topology;

/** Checks of the sizes of fabrics, and the messages for sizes that are refused. */
final class Sizes {

    private Sizes() {
    }

    /**
     * Checks that a size is positive.
     *
     * @param what name of the size in the message
     * @return {@code value}, at least 1
     * @throws IllegalArgumentException when it is below 1
     */
    static int positive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + "=" + value + ": must be >= 1");
        }
        return value;
    }

    /**
     * Returns the product of two positive factors.
     *
     * @throws IllegalArgumentException when the product is above {@link Fabric#MOST_NODES}
     */
    static int nodes(int soFar, int factor) {
        return atMost("nodes", (long) soFar * factor, Fabric.MOST_NODES);
    }

    /**
     * Returns a number of links as an int.
     *
     * @throws IllegalArgumentException when there are more than {@link Fabric#MOST_LINKS}
     */
    static int links(long links) {
        return atMost("links", links, Fabric.MOST_LINKS);
    }

    /**
     * Returns a size as an int.
     *
     * @throws IllegalArgumentException when the size is above {@code most}
     */
    static int atMost(String what, long value, int most) {
        if (value > most) {
            throw new IllegalArgumentException(what + "=" + value + ": must be <= " + most + ", describe a part of the machine");
        }
        return (int) value;
    }

    /** Checks that a bandwidth is positive and finite, and else throws IllegalArgumentException. */
    static void requireBandwidth(double bandwidth) {
        if (!(bandwidth > 0) || Double.isInfinite(bandwidth)) {
            throw new IllegalArgumentException("bandwidth=" + bandwidth + ": must be > 0 and finite");
        }
    }

    /**
     * Checks a number of slots.
     *
     * @return {@code slots}, at least 1
     */
    static int slots(int slots) {
        return positive("slots", slots);
    }
}
