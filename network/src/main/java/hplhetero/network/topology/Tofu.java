package hplhetero.network.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fujitsu's Tofu network. Units of A x B x C = 2 x 3 x 2 nodes, of which only B wraps, are at the places of a grid X x Y x Z. The
 * dimensions of the torus are X, Y, Z, A, B, C.
 */
public final class Tofu {
    private static final List<Dimension> UNIT = List.of(Dimension.open("A", 2), Dimension.ring("B", 3), Dimension.open("C", 2));
    private static final List<String> GRID = List.of("X", "Y", "Z");
    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})(w?)");

    private Tofu() {
    }

    /**
     * Returns a Tofu system: a grid of units of 2 x 3 x 2 nodes. The lengths of the dimensions count units, and each dimension says whether
     * it wraps; their names are replaced by X, Y and Z.
     *
     * @param x first dimension of the grid of units
     * @param y second dimension of the grid of units
     * @param z third dimension of the grid of units
     */
    public static Torus system(Dimension x, Dimension y, Dimension z) {
        return Torus.of(named("X", x), named("Y", y), named("Z", z), UNIT.get(0), UNIT.get(1), UNIT.get(2));
    }

    /**
     * Returns the system that a text describes: how many units of 2 x 3 x 2 nodes it has along X, Y and Z, with {@code w} behind a number
     * where the dimension wraps. So {@code 4x3wx2} has 4 x 3 x 2 units, and only Y wraps.
     *
     * @param units the text, in the form that {@link #units} writes
     * @throws IllegalArgumentException when the text has not this form
     */
    public static Torus system(String units) {
        List<Matcher> lengths = Arrays.stream(units.split("x", -1)).map(LENGTH::matcher).toList();
        if (lengths.size() != GRID.size() || !lengths.stream().allMatch(Matcher::matches)) {
            throw new IllegalArgumentException("units=" + units + ": must be three lengths such as 4wx3x2w, with w behind each that wraps");
        }
        List<Dimension> grid = IntStream.range(0, GRID.size()).mapToObj(d -> new Dimension(GRID.get(d),
                Integer.parseInt(lengths.get(d).group(1)), !lengths.get(d).group(2).isEmpty())).toList();
        return system(grid.get(0), grid.get(1), grid.get(2));
    }

    private static Dimension named(String name, Dimension dimension) {
        return new Dimension(name, dimension.length(), dimension.wraps());
    }

    /**
     * Returns whether a torus has the six dimensions of a Tofu system: X, Y and Z of any length, then A of 2, B of 3 and C of 2 nodes, of
     * which only B wraps.
     */
    public static boolean is(Torus torus) {
        List<Dimension> dimensions = torus.dimensions();
        return dimensions.size() == 6 && dimensions.subList(3, 6).equals(UNIT)
                && dimensions.subList(0, 3).stream().map(Dimension::name).toList().equals(GRID);
    }

    /** Returns the units of a system along X, Y, Z as a text such as {@code 4x3wx2}, with {@code w} behind a length that wraps. */
    public static String units(Torus system) {
        return system.dimensions().subList(0, 3).stream().map(d -> d.length() + (d.wraps() ? "w" : ""))
                .collect(Collectors.joining("x"));
    }

    /**
     * Returns the placement of a job of the shape x x y x z nodes, with one rank on each node: x is laid over X and A, y over Y and B, z
     * over Z and C, each as a path of neighbours. Where x is a multiple of 2, y of 3, or z of 2, its path closes to a ring: it goes out
     * along the first node of each unit of 2 x 3 x 2 nodes and back through the others. Rank r has the logical coordinates r mod x, r / x
     * mod y, r / (x y). Units beyond the end of a dimension that wraps begin again at 0.
     *
     * @param system the Tofu system that the job runs on
     * @param origin coordinates X, Y, Z, from 0, of the unit in which rank 0 sits
     * @param x      nodes of the job along X and A, 1 or more
     * @param y      nodes of the job along Y and B, 1 or more
     * @param z      nodes of the job along Z and C, 1 or more
     * @throws IllegalArgumentException when the fabric is no Tofu system, or has no such units
     */
    public static Placement job(Torus system, int[] origin, int x, int y, int z) {
        if (!is(system) || origin.length != 3) {
            throw new IllegalArgumentException("fabric=" + system.name() + " origin=" + origin.length + ": must be a Tofu system and 3 "
                    + "coordinates");
        }
        int[] shape = {Sizes.positive("x", x), Sizes.positive("y", y), Sizes.positive("z", z)};
        int[] nodes = new int[Sizes.nodes(Sizes.nodes(x, y), z)];
        for (int d = 0; d < 3; d++) {
            requireUnits(system.dimensions().get(d), origin[d], unitsOf(shape[d], UNIT.get(d).length()));
        }
        for (int rank = 0; rank < nodes.length; rank++) {
            int[] logical = {rank % x, rank / x % y, rank / x / y};
            int[] at = new int[6];
            for (int d = 0; d < 3; d++) {
                int[] cell = cell(logical[d], shape[d], UNIT.get(d).length());
                at[d] = (origin[d] + cell[0]) % system.dimensions().get(d).length();
                at[d + 3] = cell[1];
            }
            nodes[rank] = system.node(at);
        }
        return Placement.of(system, nodes);
    }

    /**
     * Returns the placement of ranks by their own coordinates. A node has slots, the places for one rank each; its ranks take them in
     * ascending order.
     *
     * @param coordinates X, Y, Z, A, B, C of each rank in the system, indexed by rank
     * @param system      the whole system; where it is not known, a mesh of the units between the least and the greatest coordinates seen
     * @param source      origin of the coordinates, for people
     * @throws IllegalArgumentException naming a rank whose coordinates are none of a Tofu system, or not of this one
     */
    public static FoundPlacement placement(int[][] coordinates, Optional<Torus> system, String source) {
        int[][] at = Arrays.stream(coordinates).map(int[]::clone).toArray(int[][]::new);
        List<String> assumptions = new ArrayList<>();
        for (int rank = 0; rank < at.length; rank++) {
            requireCoordinates(rank, at[rank]);
        }
        Torus torus = system.orElseGet(() -> box(at, assumptions));
        int[] nodes = new int[at.length];
        for (int rank = 0; rank < nodes.length; rank++) {
            try {
                nodes[rank] = torus.node(at[rank]);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("rank=" + rank + " coordinates=" + words(at[rank]) + ": " + e.getMessage() + " in "
                        + torus.name(), e);
            }
        }
        return new FoundPlacement(Placement.of(torus, nodes), source, assumptions);
    }

    private static void requireCoordinates(int rank, int[] at) {
        boolean fits = at.length == GRID.size() + UNIT.size() && Arrays.stream(at).allMatch(value -> value >= 0);
        for (int d = 0; fits && d < UNIT.size(); d++) {
            fits = at[GRID.size() + d] < UNIT.get(d).length();
        }
        if (!fits) {
            throw new IllegalArgumentException("rank=" + rank + " coordinates=" + words(at) + ": must be X,Y,Z,A,B,C >= 0 with A < 2, "
                    + "B < 3 and C < 2");
        }
    }

    /** Returns the least mesh of units with all of these coordinates, and changes the coordinates to count from the mesh's first unit. */
    private static Torus box(int[][] at, List<String> assumptions) {
        int[] first = new int[GRID.size()];
        int[] length = new int[GRID.size()];
        for (int d = 0; d < GRID.size(); d++) {
            int dimension = d;
            IntSummaryStatistics seen = Arrays.stream(at).mapToInt(rank -> rank[dimension]).summaryStatistics();
            first[d] = seen.getMin();
            length[d] = Sizes.nodes(1, seen.getMax() - seen.getMin() + 1);
        }
        for (int[] rank : at) {
            for (int d = 0; d < GRID.size(); d++) {
                rank[d] -= first[d];
            }
        }
        Torus box = system(Dimension.open("X", length[0]), Dimension.open("Y", length[1]), Dimension.open("Z", length[2]));
        assumptions.add("the system's size is not known: it counts as a mesh of the " + units(box) + " units from " + words(first)
                + " on, in which only B wraps");
        return box;
    }

    private static String words(int[] coordinates) {
        return Arrays.stream(coordinates).mapToObj(Integer::toString).collect(Collectors.joining(",", "(", ")"));
    }

    private static void requireUnits(Dimension dimension, int first, int units) {
        boolean beyond = dimension.wraps() ? units > dimension.length() : first + units > dimension.length();
        if (first < 0 || first >= dimension.length() || beyond) {
            throw new IllegalArgumentException(dimension.name() + "=" + first + ".." + (first + units - 1) + ": the system has units 0.."
                    + (dimension.length() - 1) + (dimension.wraps() ? ", and wraps" : ""));
        }
    }

    private static int unitsOf(int length, int inUnit) {
        return Math.ceilDiv(length, inUnit);
    }

    /** Returns the unit and the place in the unit of the i-th of {@code length} nodes along a path over units of {@code inUnit} nodes. */
    private static int[] cell(int i, int length, int inUnit) {
        int units = unitsOf(length, inUnit);
        if (length % inUnit != 0) {
            return new int[] {i / inUnit, snake(i / inUnit, i % inUnit, inUnit)};
        }
        if (i < units) {
            return new int[] {i, 0};
        }
        int back = (i - units) / (inUnit - 1);
        return new int[] {units - 1 - back, 1 + snake(back, (i - units) % (inUnit - 1), inUnit - 1)};
    }

    /** Returns the place of the i-th step in a row that is walked to and fro: odd rows are walked from their end. */
    private static int snake(int row, int i, int length) {
        return row % 2 == 0 ? i : length - 1 - i;
    }
}
