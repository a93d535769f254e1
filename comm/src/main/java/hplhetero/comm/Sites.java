package hplhetero.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which ranks of a communicator sit together. A site is a group of hosts behind one shared, slower link to all others;
 * usually there is one. Other groups of ranks, such as those of a host, are told in the same way. The same on all ranks.
 */
public final class Sites {
    private final int[] siteOf;
    private final boolean one;

    private Sites(int[] siteOf) {
        this.siteOf = siteOf;
        one = Arrays.stream(siteOf).allMatch(site -> site == siteOf[0]);
    }

    /** @param siteOf a number for the site of each rank of the communicator */
    public static Sites of(int... siteOf) {
        return new Sites(siteOf.clone());
    }

    /** The number of ranks. */
    public int size() {
        return siteOf.length;
    }

    /** Whether all ranks sit at one site. */
    public boolean one() {
        return one;
    }

    /** Whether two ranks share a site. */
    public boolean together(int a, int b) {
        return siteOf[a] == siteOf[b];
    }

    /** The ranks of the site of {@code rank}, ascending. */
    public int[] inside(int rank) {
        int[] members = new int[siteOf.length];
        int count = 0;
        for (int r = 0; r < siteOf.length; r++) {
            if (together(r, rank)) {
                members[count++] = r;
            }
        }
        return Arrays.copyOf(members, count);
    }

    /** The ranks of each site, ascending; sites in the order of their first ranks. */
    public int[][] groups() {
        List<int[]> groups = new ArrayList<>();
        for (int r = 0; r < siteOf.length; r++) {
            int[] members = inside(r);
            if (members[0] == r) {
                groups.add(members);
            }
        }
        return groups.toArray(int[][]::new);
    }

    /**
     * The order in which what {@code root} has leaves its site: the root, then the ranks of the other sites, site after
     * site, sites and their ranks in the order in which they come after the root. Along it the site changes once for each
     * further site.
     */
    public int[] beyond(int root) {
        int size = siteOf.length;
        int[] chain = new int[size];
        boolean[] listed = new boolean[size];
        chain[0] = root;
        int count = 1;
        for (int i = 1; i < size; i++) {
            int opens = (root + i) % size;
            boolean next = !listed[opens] && !together(opens, root);
            for (int j = i; next && j < size; j++) {
                int rank = (root + j) % size;
                if (together(rank, opens)) {
                    chain[count++] = rank;
                    listed[rank] = true;
                }
            }
        }
        return Arrays.copyOf(chain, count);
    }
}
