package hplhetero.run.net.study;

import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Makes random placements, both such as schedulers make and such as they should not: consecutive or scattered nodes, ranks in order or not.
 */
final class RandomPlacements {
    private static final int LEAST_RANKS = 4;
    private static final int MOST_RANKS = 64;
    private static final int MOST_PER_NODE = 4;
    private static final int MOST_NODES = 1024;

    private final Random random;

    /**
     * Makes a source of placements; one with an equal seed gives equal placements.
     *
     * @param random the source of random numbers
     */
    RandomPlacements(Random random) {
        this.random = random;
    }

    /** Returns the next placement: 4 to 64 ranks on a torus, a mesh or a fat tree of random size. */
    Placement next() {
        int ranks = between(LEAST_RANKS, MOST_RANKS);
        int perNode = random.nextInt(3) == 0 ? between(1, MOST_PER_NODE) : 1;
        int nodes = Math.ceilDiv(ranks, perNode);
        Fabric fabric = fabric(nodes);
        List<Integer> all = new ArrayList<>(IntStream.range(0, fabric.nodes()).boxed().toList());
        int first = random.nextInt(fabric.nodes() - nodes + 1);
        switch (random.nextInt(3)) {
            case 0 -> Collections.rotate(all, -first);
            case 1 -> {
                Collections.shuffle(all, random);
                Collections.sort(all.subList(0, nodes));
            }
            default -> Collections.shuffle(all, random);
        }
        return Placement.of(fabric, IntStream.range(0, ranks).map(rank -> all.get(rank / perNode)).toArray());
    }

    private Fabric fabric(int nodes) {
        return switch (random.nextInt(3)) {
            case 0 -> torus(nodes, true);
            case 1 -> torus(nodes, false);
            default -> tree(nodes);
        };
    }

    private Fabric torus(int nodes, boolean wraps) {
        while (true) {
            List<String> names = Torus.names(between(1, 4));
            List<Dimension> dimensions = names.stream().map(name -> wraps ? Dimension.ring(name, between(2, 16))
                    : Dimension.open(name, between(2, 16))).toList();
            int volume = dimensions.stream().mapToInt(Dimension::length).reduce(1, (a, b) -> a * b);
            if (volume >= nodes && volume <= MOST_NODES) {
                return Torus.of(dimensions);
            }
        }
    }

    /** Returns a tree of two or three levels, tapered or not. */
    private Fabric tree(int nodes) {
        while (true) {
            List<FatTree.Level> levels = new ArrayList<>(List.of(new FatTree.Level(between(2, 24), 1, 1, 1)));
            for (int level = between(1, 2); level > 0; level--) {
                levels.add(new FatTree.Level(between(2, 16), between(1, 6), between(1, 2), random.nextInt(4) == 0 ? 2 : 1));
            }
            int volume = levels.stream().mapToInt(FatTree.Level::children).reduce(1, (a, b) -> a * b);
            if (volume >= nodes && volume <= MOST_NODES) {
                return FatTree.of(levels);
            }
        }
    }

    private int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }
}
