package hplhetero.bench.peer;

import java.util.List;
import java.util.stream.Collectors;

/** An HPL.dat for comparisons: look-ahead 1, increasing ring, right-looking recursion over Crout panels. */
public final class HplInput {
    private HplInput() {
    }

    /** Returns the text of an HPL.dat for one order, several blocking factors and one grid. */
    public static String text(int n, List<Integer> nbs, int p, int q) {
        String lists = nbs.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return """
                HPLinpack benchmark input file
                of a comparison
                HPL.out
                6
                1
                %d
                %d
                %s
                0
                1
                %d
                %d
                16.0
                1
                2
                1
                4
                1
                2
                1
                1
                1
                1
                1
                1
                2
                64
                0
                0
                1
                8
                """.formatted(n, nbs.size(), lists, p, q);
    }
}
