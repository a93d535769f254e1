package hplhetero.comm.collective.allgather;

import hplhetero.comm.Sites;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an allgather that crosses to each other site once. Each piece first goes from site to site, in the order of sites from
 * its own on, and to one rank of each. Then each rank passes its own piece and those it got around the ring of its site.
 *
 * @param groups the ranks of each site, indexed by site
 * @param site   the site of each rank, indexed by rank
 * @param place  the index of each rank among those of its site, indexed by rank
 * @param rolls  steps around the ring of the largest site
 * @param sizes  the lengths of the pieces
 */
record HierarchicalTraffic(int[][] groups, int[] site, int[] place, int rolls, PieceLayout sizes) implements Traffic {

    static HierarchicalTraffic of(Sites sites) {
        int[][] groups = sites.groups();
        int[] site = new int[sites.size()];
        int[] place = new int[sites.size()];
        int rolls = 0;
        for (int s = 0; s < groups.length; s++) {
            rolls = Math.max(rolls, groups[s].length - 1);
            for (int i = 0; i < groups[s].length; i++) {
                site[groups[s][i]] = s;
                place[groups[s][i]] = i;
            }
        }
        return new HierarchicalTraffic(groups, site, place, rolls, PieceLayout.equal(0));
    }

    /** Returns the messages among these sites for the given pieces. */
    HierarchicalTraffic of(PieceLayout pieces) {
        return new HierarchicalTraffic(groups, site, place, rolls, pieces);
    }

    @Override
    public String name() {
        return "ring by sites";
    }

    @Override
    public int ranks() {
        return site.length;
    }

    @Override
    public int stages() {
        return groups.length - 1 + rolls;
    }

    /**
     * Returns the rank at which a piece enters the site that is {@code sitesOn} after the piece's own. Pieces of one site enter at
     * different ranks as far as there are enough.
     */
    private int entrance(int piece, int sitesOn) {
        int[] members = groups[(site[piece] + sitesOn) % groups.length];
        return members[place[piece] % members.length];
    }

    @Override
    public int postsUpTo(int stage) {
        return stages() - 1;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        if (stage < groups.length - 1) {
            cross(stage, rank, sink);
        } else {
            roll(stage - groups.length + 1, rank, sink);
        }
    }

    private void cross(int stage, int rank, Sink sink) {
        for (int piece = 0; piece < site.length; piece++) {
            int from = entrance(piece, stage);
            int to = entrance(piece, stage + 1);
            if (to == rank) {
                sizes.receive(from, piece, piece + 1, sink);
            } else if (from == rank) {
                sizes.send(to, piece, piece + 1, sink);
            }
        }
    }

    private void roll(int step, int rank, Sink sink) {
        int[] members = groups[site[rank]];
        int size = members.length;
        if (step >= size - 1) {
            return;
        }
        int me = place[rank];
        int coming = Math.floorMod(me - 1 - step, size);
        int going = Math.floorMod(me - step, size);
        for (int piece = 0; piece < site.length; piece++) {
            int entered = entrance(piece, Math.floorMod(site[rank] - site[piece], groups.length));
            if (entered == members[coming]) {
                sizes.receive(members[(me + size - 1) % size], piece, piece + 1, sink);
            } else if (entered == members[going]) {
                sizes.send(members[(me + 1) % size], piece, piece + 1, sink);
            }
        }
    }
}
