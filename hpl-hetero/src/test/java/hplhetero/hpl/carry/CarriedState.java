package hplhetero.hpl.carry;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.checkpoint.Checkpoint;
import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.checkpoint.TimeSpent;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.ProcessMapping;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A state on an old map that goes to a new map, with elements that tell where they belong.
 *
 * @param from   old map
 * @param to     new map
 * @param panels number of panels that have been applied
 * @param ranks  number of ranks that hold or get blocks
 */
record CarriedState(BlockMap from, BlockMap to, int panels, int ranks) {
    static final double UNTOUCHED = -1;

    /** Makes two maps of any kind, of one matrix with some blocks. */
    static CarriedState random(Random random) {
        int nb = 1 + random.nextInt(7);
        int n = random.nextInt(8) == 0 ? random.nextInt(3) * nb : random.nextInt(60);
        BlockMap from = map(n, nb, random);
        BlockMap to = map(n, nb, random);
        int last = Math.max(lastRank(from), lastRank(to));
        return new CarriedState(from, to, random.nextInt(from.panels() + 1), last + 1 + random.nextInt(2));
    }

    private static int lastRank(BlockMap map) {
        return Arrays.stream(map.grid().owners()).max().orElseThrow();
    }

    private static BlockMap map(int n, int nb, Random random) {
        int p = 1 + random.nextInt(2);
        int q = 1 + random.nextInt(3);
        ProcessMapping[] mappings = ProcessMapping.values();
        Cases cyclic = Cases.of(n, nb).grid(p, q).mapping(mappings[random.nextInt(mappings.length)]);
        List<Cases> layouts = Solve.layouts(n, nb);
        return switch (random.nextInt(4)) {
            case 0 -> BlockMap.of(cyclic.make());
            case 1 -> BlockMap.of(cyclic.map(new MapSpec.Weighted(weights(p, random), weights(q, random))).make());
            case 2 -> BlockMap.of(layouts.get(random.nextInt(layouts.size())).make());
            default -> BlockMap.of(n, nb, explicit(Math.ceilDiv(n, nb), n / nb + 1, random));
        };
    }

    private static List<Double> weights(int count, Random random) {
        return random.doubles(count, 0.3, 3).boxed().toList();
    }

    /** Makes any map, on which some ranks may have no cell, or cells without blocks. */
    private static MapSpec.Explicit explicit(int blockRows, int blockCols, Random random) {
        int rows = 1 + random.nextInt(3);
        int cols = 1 + random.nextInt(4);
        int ranks = 1 + random.nextInt(6);
        return new MapSpec.Explicit(IntStream.range(0, rows).mapToObj(_ -> random.ints(cols, 0, ranks).boxed().toList()).toList(),
                random.ints(blockRows, 0, rows).boxed().toList(), random.ints(blockCols, 0, cols).boxed().toList());
    }

    /** Returns whether a factorization still needs an element. */
    boolean needs(int i, int j) {
        return j / from.nb() >= Math.min(i / from.nb(), panels);
    }

    static double value(int i, int j) {
        return 1000.0 * i + j + 0.25;
    }

    /** Returns the local matrices of a rank of a map, all of whose elements are {@link #UNTOUCHED}. */
    static LocalMatrix[] matrices(BlockMap map, int rank, Arena arena) {
        LocalLayout layout = new LocalLayout(map, rank);
        LocalMatrix[] matrices = layout.localColumns().stream().map(column -> LocalMatrix.allocate(column.column(), column.rowSet(),
                layout.rowSets().get(column.rowSet()).rows(), column.cols(), arena)).toArray(LocalMatrix[]::new);
        for (LocalMatrix a : matrices) {
            for (long at = 0; at < a.segment().byteSize() / 8; at++) {
                a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, at, UNTOUCHED);
            }
        }
        return matrices;
    }

    /** Returns the local matrices of a rank of the old map, with the state in them, and other numbers where it needs none. */
    LocalMatrix[] old(int rank, Arena arena) {
        LocalMatrix[] matrices = matrices(from, rank, arena);
        for (LocalMatrix a : matrices) {
            for (int l = 0; l < a.rows().size(); l++) {
                for (int m = 0; m < a.cols().size(); m++) {
                    int i = a.rows().global(l);
                    int j = a.cols().global(m);
                    a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + m, needs(i, j) ? value(i, j) : Double.NaN);
                }
            }
        }
        return matrices;
    }

    /** Writes the files of all ranks of the old map, and returns the state that they hold. */
    Generation write(Path folder, String run) throws IOException {
        Generation state = Generation.NONE;
        try (Arena arena = Arena.ofConfined()) {
            for (LocalLayout layout : LocalLayout.all(from)) {
                state = new Checkpoint(folder, layout.rank(), run).write(Generation.NONE, panels, pivots(), 3, TimeSpent.NONE,
                        old(layout.rank(), arena));
            }
        }
        return state;
    }

    int[] pivots() {
        return IntStream.range(0, Math.min(from.n(), panels * from.nb())).map(i -> from.n() - 1 - i).toArray();
    }

    /** Checks that the new local matrices of a rank hold the state, and that nothing else in them was written. */
    void check(LocalMatrix[] matrices, String what) {
        for (LocalMatrix a : matrices) {
            for (int l = 0; l < a.rows().size(); l++) {
                for (int m = 0; m < a.ld(); m++) {
                    int i = a.rows().global(l);
                    int j = m < a.cols().size() ? a.cols().global(m) : -1;
                    double expected = j >= 0 && needs(i, j) ? value(i, j) : UNTOUCHED;
                    double found = a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + m);
                    if (found != expected) {
                        assertThat(found).as("%s: (%d, %d) of %s", what, i, j, this).isEqualTo(expected);
                    }
                }
            }
        }
    }
}
