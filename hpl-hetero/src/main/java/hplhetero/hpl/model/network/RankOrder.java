package hplhetero.hpl.model.network;

import java.util.List;
import java.util.stream.IntStream;

/**
 * An order of ranks, or of a grid's places.
 *
 * @param name  name for people, such as {@code by leaf}
 * @param ranks world ranks in this order
 */
public record RankOrder(String name, List<Integer> ranks) {

    public RankOrder {
        ranks = List.copyOf(ranks);
    }

    /**
     * Lays this order's ranks on a grid row after row, as netlib numbers ranks by rows (PMAP=row-major).
     *
     * @param p number of rows
     * @param q number of columns; p x q is the number of ranks
     * @return P rows of Q ranks
     */
    public List<List<Integer>> byRows(int p, int q) {
        return IntStream.range(0, p).mapToObj(r -> ranks.subList(r * q, (r + 1) * q)).toList();
    }

    /**
     * Lays this order's ranks on a grid column after column, as netlib numbers ranks by columns (PMAP=column-major).
     *
     * @param p number of rows
     * @param q number of columns; p x q is the number of ranks
     * @return P rows of Q ranks
     */
    public List<List<Integer>> byColumns(int p, int q) {
        return IntStream.range(0, p)
                .mapToObj(r -> IntStream.range(0, q).mapToObj(c -> ranks.get(c * p + r)).toList()).toList();
    }
}
