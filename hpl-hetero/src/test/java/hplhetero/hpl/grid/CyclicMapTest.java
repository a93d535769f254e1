package hplhetero.hpl.grid;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.Cases;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.ProcessMapping;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against ScaLAPACK's index functions, with indices from 0 and the first block on process 0. */
class CyclicMapTest {

    private static int numroc(int n, int nb, int iproc, int nprocs) {
        int blocks = n / nb;
        int elements = blocks / nprocs * nb;
        int extra = blocks % nprocs;
        return iproc < extra ? elements + nb : iproc == extra ? elements + n % nb : elements;
    }

    private static int indxg2p(int global, int nb, int nprocs) {
        return global / nb % nprocs;
    }

    private static int indxg2l(int global, int nb, int nprocs) {
        return nb * (global / (nb * nprocs)) + global % nb;
    }

    private static int indxl2g(int local, int nb, int iproc, int nprocs) {
        return nprocs * nb * (local / nb) + local % nb + iproc * nb;
    }

    @Test
    void shouldEqualScalapackOnEveryGrid() {
        for (int n : new int[] {1, 2, 3, 7, 8, 16, 31, 96, 97}) {
            for (int nb : new int[] {1, 2, 3, 8, 16, 97, 200}) {
                for (int grid = 0; grid < 16; grid++) {
                    for (ProcessMapping mapping : ProcessMapping.values()) {
                        check(Cases.of(n, nb).grid(1 + grid / 4, 1 + grid % 4).mapping(mapping).make());
                    }
                }
            }
        }
    }

    private static void check(HplCase c) {
        BlockMap map = BlockMap.of(c);
        for (int rank = 0; rank < c.ranks(); rank++) {
            int row = c.mapping() == ProcessMapping.ROW_MAJOR ? rank / c.q() : rank % c.p();
            int col = c.mapping() == ProcessMapping.ROW_MAJOR ? rank % c.q() : rank / c.p();
            LocalLayout layout = new LocalLayout(map, rank);
            assertThat(layout.localColumns()).as("%s", c).hasSize(1);
            assertThat(layout.rowSets()).as("%s", c).hasSize(1);
            checkIndices(c, layout.rowSets().getFirst().rows(), c.n(), row, c.p());
            checkIndices(c, layout.localColumns().getFirst().cols(), c.n() + 1, col, c.q());
            assertThat(layout.elements()).isEqualTo((long) numroc(c.n(), c.nb(), row, c.p()) * numroc(c.n() + 1, c.nb(), col, c.q()));
        }
    }

    private static void checkIndices(HplCase c, BlockList list, int n, int iproc, int nprocs) {
        assertThat(list.size()).as("numroc of process %d: %s", iproc, c).isEqualTo(numroc(n, c.nb(), iproc, nprocs));
        for (int l = 0; l < list.size(); l++) {
            requireEqual(list.global(l), indxl2g(l, c.nb(), iproc, nprocs), c, "indxl2g");
        }
        for (int g = 0; g < n; g++) {
            boolean mine = indxg2p(g, c.nb(), nprocs) == iproc;
            requireEqual(list.owns(g / c.nb()) ? 1 : 0, mine ? 1 : 0, c, "indxg2p");
            if (mine) {
                requireEqual(list.local(g), indxg2l(g, c.nb(), nprocs), c, "indxg2l");
            }
            if (g % c.nb() == 0) {
                requireEqual(list.start(g / c.nb()), numroc(g, c.nb(), iproc, nprocs), c, "elements before a block");
            }
        }
    }

    private static void requireEqual(int actual, int expected, HplCase c, String what) {
        if (actual != expected) {
            throw new AssertionError(what + " of " + c + " is " + actual + " instead of " + expected);
        }
    }

    @Test
    void shouldNameOwnersByTheProcessMapping() {
        BlockMap rowMajor = BlockMap.of(Cases.of(40, 4).grid(2, 3).make());
        BlockMap columnMajor = BlockMap.of(Cases.of(40, 4).grid(2, 3).mapping(ProcessMapping.COLUMN_MAJOR).make());
        IntStream.range(0, 10).forEach(i -> IntStream.range(0, 11).forEach(j -> {
            assertThat(rowMajor.owner(i, j)).isEqualTo(i % 2 * 3 + j % 3);
            assertThat(columnMajor.owner(i, j)).isEqualTo(i % 2 + j % 3 * 2);
        }));
    }
}
