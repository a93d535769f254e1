package hplhetero.network.topology;

import java.util.Objects;

/**
 * A dimension of a mesh or torus.
 *
 * @param name   name for people, such as {@code X}
 * @param length number of nodes along the dimension
 * @param wraps  whether the last node is linked to the first. With a length of 1 or 2 this adds no link, since each pair of neighbours has
 *               one pair of directed links
 */
public record Dimension(String name, int length, boolean wraps) {

    public Dimension {
        Objects.requireNonNull(name, "name");
        Sizes.positive("length of dimension " + name, length);
    }

    /** Returns a dimension of {@code length} nodes whose last node is not linked to the first. */
    public static Dimension open(String name, int length) {
        return new Dimension(name, length, false);
    }

    /** Returns a dimension of {@code length} nodes whose last node is linked to the first. */
    public static Dimension ring(String name, int length) {
        return new Dimension(name, length, true);
    }

    /** Returns whether there is a link from the last node to the first that is not a link between neighbours. */
    public boolean closes() {
        return wraps && length > 2;
    }

    /**
     * Returns the number of links in one direction along one line of nodes: length - 1, or length where a ring of more than 2 nodes has a
     * link from its last node to its first.
     */
    public int span() {
        return closes() ? length : length - 1;
    }

    /** Returns the largest number of links that a message passes along this dimension. */
    int farthest() {
        return closes() ? length / 2 : length - 1;
    }
}
