package hplhetero.hpl.result;

import java.io.Serializable;
import java.util.List;

/**
 * One time at which block columns changed owners while a test ran.
 *
 * @param panel   number of panels that had been applied then
 * @param seconds seconds since the clock started, when the ranks had stopped for it
 * @param took    seconds from there until the ranks went on
 * @param columns number of block columns that changed owners
 * @param bytes   bytes that went from rank to rank
 * @param before  number of block columns behind the applied panels that each virtual column had, indexed by virtual column; a virtual
 *                column is a column of the map's grid of cells, on a grid with one row a rank
 * @param after   the same numbers after the move
 * @param why     what had changed, in words for people
 */
public record MapMove(int panel, double seconds, double took, int columns, long bytes, List<Integer> before, List<Integer> after,
                      String why) implements Serializable {
    public MapMove {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
