package hplhetero.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The site of each rank of a communicator, the same on all ranks. A site is a group of hosts behind one shared, slower link to all others;
 * usually there is only one. Other groups of ranks, such as the ranks of one host, are described by the same class.
 */
public final class Sites {
    /** The number of the site of each rank, indexed by rank. */
    private final int[] siteOf;
    /** Whether all ranks sit at one site. */
    private final boolean one;

    private Sites(int[] siteOf) {
        this.siteOf = siteOf;
        one = Arrays.stream(siteOf).allMatch(site -> site == siteOf[0]);
    }

    /**
     * Makes the sites of a communicator.
     *
     * @param siteOf the number of each rank's site, indexed by rank; ranks with equal numbers share a site
     */
    public static Sites of(int... siteOf) {
        return new Sites(siteOf.clone());
    }

    /** Returns the number of ranks. */
    public int size() {
        return siteOf.length;
    }

    /** Returns whether all ranks sit at one site. */
    public boolean one() {
        return one;
    }

    /** Returns whether ranks {@code a} and {@code b} share a site. */
    public boolean together(int a, int b) {
        return siteOf[a] == siteOf[b];
    }

    /** Returns the ranks of the site of {@code rank}, ascending. */
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

    /** Returns the ranks of each site, ascending; sites are in the order of their first ranks. */
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
     * Returns the order in which data of {@code root} travel to other sites: the root itself, then the ranks of the other sites, site after
     * site. Sites, and ranks within a site, are in the order in which they follow the root cyclically. Along this order the site changes
     * once for each further site.
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
