package hplhetero.network.topology;

import java.util.Objects;

/**
 * A dimension of a mesh or torus.
 *
 * @param name   for people: {@code X}
 * @param length nodes along it
 * @param wraps  whether its last node is linked to its first. With a length of 1 or 2 this adds no link: there is one pair of
 *               directed links for each pair of neighbours
 */
public record Dimension(String name, int length, boolean wraps) {

    public Dimension {
        Objects.requireNonNull(name, "name");
        Sizes.positive("length of dimension " + name, length);
    }

    /** A dimension with two ends. */
    public static Dimension open(String name, int length) {
        return new Dimension(name, length, false);
    }

    /** A dimension that closes to a ring. */
    public static Dimension ring(String name, int length) {
        return new Dimension(name, length, true);
    }

    /** Whether there is a link from its last node to its first that is not the link between neighbours. */
    public boolean closes() {
        return wraps && length > 2;
    }

    /** Links in one direction along one line of nodes. */
    public int span() {
        return closes() ? length : length - 1;
    }

    /** The most links that a message passes along it. */
    int farthest() {
        return closes() ? length / 2 : length - 1;
    }
}
