package hplhetero.comm.collective.dissemination;

import hplhetero.comm.Collectives.PivotExchange;
import hplhetero.comm.Sites;
import hplhetero.network.schedule.Dissemination;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of a pivot exchange among several sites. The ranks of each site compare their candidates by dissemination. Then the first
 * ranks of the sites exchange what tells who wins, and then the rows that the others need. At last the result goes from rank to rank in
 * each site, by doubling.
 *
 * @param groups       the ranks of each site, indexed by site
 * @param site         the site of each rank, indexed by rank
 * @param place        the index of each rank among those of its site, indexed by rank
 * @param most         rounds of dissemination in the largest site
 * @param payloadBytes bytes of each of the two rows of a record
 * @param holder       rank that holds the current row
 * @param winner       site that has the best candidate
 */
record HierarchicalPivotTraffic(int[][] groups, int[] site, int[] place, int most, long payloadBytes, int holder, int winner)
        implements Traffic {

    /**
     * Returns the messages among these sites.
     *
     * @param winner any rank of the winner's site
     */
    static HierarchicalPivotTraffic of(Sites sites, long payloadBytes, int holder, int winner) {
        int[][] groups = sites.groups();
        int[] site = new int[sites.size()];
        int[] place = new int[sites.size()];
        int most = 0;
        for (int s = 0; s < groups.length; s++) {
            most = Math.max(most, Dissemination.rounds(groups[s].length));
            for (int i = 0; i < groups[s].length; i++) {
                site[groups[s][i]] = s;
                place[groups[s][i]] = i;
            }
        }
        return new HierarchicalPivotTraffic(groups, site, place, most, payloadBytes, holder, site[winner]);
    }

    @Override
    public String name() {
        return DisseminationKind.LABEL + " by sites";
    }

    @Override
    public int ranks() {
        return site.length;
    }

    @Override
    public int stages() {
        return most + HierarchicalPivotExchange.ACROSS_ROUNDS + most;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int[] members = groups[site[rank]];
        if (stage < most) {
            compare(stage, members, place[rank], sink);
        } else if (stage == most + HierarchicalPivotExchange.HEADS && place[rank] == 0) {
            for (int[] others : groups) {
                if (others != members) {
                    sink.receive(others[0], PivotExchange.CANDIDATE_OFFSET);
                    sink.send(others[0], PivotExchange.CANDIDATE_OFFSET);
                }
            }
        } else if (stage == most + HierarchicalPivotExchange.ROWS && place[rank] == 0 && payloadBytes > 0) {
            rows(rank, sink);
        } else if (stage >= most + HierarchicalPivotExchange.ACROSS_ROUNDS) {
            tell(stage - most - HierarchicalPivotExchange.ACROSS_ROUNDS, members, place[rank], sink);
        }
    }

    private void compare(int round, int[] members, int me, Sink sink) {
        if (round >= Dissemination.rounds(members.length)) {
            return;
        }
        int holderPlace = members == groups[site[holder]] ? place[holder] : PivotTraffic.NOBODY;
        new PivotTraffic(members.length, payloadBytes, holderPlace).stage(round, me, new Sink() {
            @Override
            public void send(int to, long bytes) {
                sink.send(members[to], bytes);
            }

            @Override
            public void receive(int from, long bytes) {
                sink.receive(members[from], bytes);
            }
        });
    }

    private void rows(int rank, Sink sink) {
        int winnerSpeaker = groups[winner][0];
        int holderSpeaker = groups[site[holder]][0];
        if (rank != winnerSpeaker) {
            sink.receive(winnerSpeaker, payloadBytes);
        } else {
            for (int[] others : groups) {
                if (others[0] != rank) {
                    sink.send(others[0], payloadBytes);
                }
            }
        }
        if (rank == winnerSpeaker && rank != holderSpeaker) {
            sink.receive(holderSpeaker, payloadBytes);
        } else if (rank == holderSpeaker && rank != winnerSpeaker) {
            sink.send(winnerSpeaker, payloadBytes);
        }
    }

    private void tell(int round, int[] members, int me, Sink sink) {
        int from = teller(round, me);
        if (from >= 0) {
            sink.receive(members[from], PivotExchange.recordBytes(payloadBytes));
        }
        int to = told(round, me, members.length);
        if (to >= 0) {
            sink.send(members[to], PivotExchange.recordBytes(payloadBytes));
        }
    }

    /**
     * Returns which member of a site sends the result of the exchange to member {@code me} in a round; -1 where none does. Before round k
     * the first 2^k members have the result.
     *
     * @param round round of the spreading within the site, from 0
     * @param me    index of a member among the ranks of the site
     */
    static int teller(int round, int me) {
        return me >> round == 1 ? me - (1 << round) : -1;
    }

    /**
     * Returns to which member of a site member {@code me} sends the result of the exchange in a round; -1 where it sends none. Before round
     * k the first 2^k members have the result.
     *
     * @param round   round of the spreading within the site, from 0
     * @param me      index of a member among the ranks of the site
     * @param members number of ranks of the site
     */
    static int told(int round, int me, int members) {
        return me >> round == 0 && me + (1 << round) < members ? me + (1 << round) : -1;
    }
}
