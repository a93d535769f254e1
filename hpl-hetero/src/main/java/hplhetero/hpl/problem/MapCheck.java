package hplhetero.hpl.problem;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Checks whether a map that is given block by block fits its test. */
public final class MapCheck {

    private MapCheck() {
    }

    /**
     * Returns what is wrong with the map of a test that says for each block row and block column where it goes ({@link MapSpec.Explicit}),
     * and the remedy. Empty where such a map fits N, NB, P and Q of the test, and for maps of other kinds.
     */
    public static Optional<String> problem(HplCase c) {
        if (!(c.map() instanceof MapSpec.Explicit map)) {
            return Optional.empty();
        }
        return grid(map.owners())
                .or(() -> sequence("rho", "block rows", map.rho(), blocks(c.n(), c.nb()), map.owners().size(), c))
                .or(() -> sequence("kappa", "block columns", map.kappa(), blocks(c.n() + 1L, c.nb()), map.owners().getFirst().size(), c))
                .or(() -> participants(map, c));
    }

    private static long blocks(long elements, int nb) {
        return (elements + nb - 1) / nb;
    }

    private static Optional<String> grid(List<List<Integer>> owners) {
        if (owners.isEmpty() || owners.getFirst().isEmpty() || owners.stream().anyMatch(row -> row.size() != owners.getFirst().size())) {
            return Optional.of("map: owners has empty rows or rows of different lengths: give all rows the same number of cells, >= 1");
        }
        return owners.stream().flatMap(List::stream).filter(rank -> rank < 0).findFirst()
                .map(rank -> "map: owner=" + rank + " is no rank: ranks are counted from 0");
    }

    private static Optional<String> sequence(String name, String what, List<Integer> sequence, long blocks, int cells, HplCase c) {
        if (sequence.size() != blocks) {
            return Optional.of("map: " + name + " has " + sequence.size() + " entries, N=" + c.n() + " NB=" + c.nb() + " makes " + blocks
                    + " " + what + ": plan anew for this N and NB");
        }
        return IntStream.range(0, sequence.size()).filter(k -> sequence.get(k) < 0 || sequence.get(k) >= cells).boxed().findFirst()
                .map(k -> "map: " + name + "[" + k + "]=" + sequence.get(k) + " leaves blocks without an owner: choose 0.." + (cells - 1)
                        + ", or add cells");
    }

    private static Optional<String> participants(MapSpec.Explicit map, HplCase c) {
        List<Integer> ranks = map.ranks();
        if (ranks.size() != c.p() * c.q()) {
            return Optional.of("map: " + ranks.size() + " ranks own cells, P=" + c.p() + " Q=" + c.q() + ": choose P x Q = " + ranks
                    .size());
        }
        Set<Integer> busy = map.ranksWithBlocks();
        return ranks.stream().filter(rank -> c.n() > 0 && !busy.contains(rank)).findFirst()
                .map(rank -> "map: rank=" + rank + " owns cells but no block of N=" + c.n() + " NB=" + c.nb()
                        + ": give its cells to other ranks, or choose a smaller NB");
    }
}
