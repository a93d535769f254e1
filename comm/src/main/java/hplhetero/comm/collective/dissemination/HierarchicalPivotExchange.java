package hplhetero.comm.collective.dissemination;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.comm.collective.frame.Rounds;
import hplhetero.network.schedule.Dissemination;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A pivot exchange that spares the links between sites. First the ranks of a site compare their candidates. Then the first rank of each
 * site, its speaker, exchanges only magnitude and row number with the other speakers. So only the rows that are needed cross: the winner's
 * row to each other site, and the current row to the winner's site. Compared with sending all candidates across at once, this takes one
 * more passage of the slow link and half as many bytes. On a slow link the bytes take longer than the passage.
 */
final class HierarchicalPivotExchange implements Collectives.PivotExchange {
    /** Round in which speakers exchange magnitude and row number, which tells who wins. */
    static final int HEADS = 0;
    /** Round in which speakers exchange the rows that are needed at other sites. */
    static final int ROWS = 1;
    /** Number of rounds between speakers. */
    static final int ACROSS_ROUNDS = 2;

    private final CollectiveChannel channel;
    private final int[][] groups;
    /** Index of this rank's site in {@link #groups}. */
    private final int site;
    /** Index of this rank among the ranks of its site. */
    private final int place;
    /** Index of each rank's site in {@link #groups}, indexed by rank. */
    private final int[] siteOf;
    /** Index of each rank among the ranks of its site, indexed by rank. */
    private final int[] placeOf;
    private final DisseminationPivotExchange inside;
    private final Across across;
    private final MemorySegment[] heads;
    private final Request[] headReceives;
    private final long payloadBytes;
    private MemorySegment record = MemorySegment.NULL;
    private MemorySegment head;
    private MemorySegment candidate;
    private MemorySegment current;
    private int holder;
    private boolean comparing;

    HierarchicalPivotExchange(CollectiveChannel channel, Sites sites, long payloadBytes) {
        this.channel = channel;
        this.payloadBytes = payloadBytes;
        groups = sites.groups();
        siteOf = new int[channel.size()];
        placeOf = new int[channel.size()];
        for (int s = 0; s < groups.length; s++) {
            for (int i = 0; i < groups[s].length; i++) {
                siteOf[groups[s][i]] = s;
                placeOf[groups[s][i]] = i;
            }
        }
        site = siteOf[channel.rank()];
        place = placeOf[channel.rank()];
        inside = new DisseminationPivotExchange(channel.among(groups[site]), payloadBytes);
        across = new Across(channel);
        heads = new MemorySegment[groups.length];
        headReceives = new Request[groups.length];
        Arena arena = Arena.ofAuto();
        for (int s = 0; s < heads.length; s++) {
            heads[s] = arena.allocate(CANDIDATE_OFFSET, Double.BYTES);
        }
    }

    @Override
    public void start(MemorySegment record, int holder) {
        channel.requireRank("holder", holder);
        if (comparing || !across.idle()) {
            throw InFlight.refuse(this);
        }
        if (record != this.record) {
            adopt(record);
        }
        this.holder = holder;
        inside.begin(record, siteOf[holder] == site ? placeOf[holder] : PivotTraffic.NOBODY);
        comparing = true;
        for (int s = 0; s < groups.length && place == 0; s++) {
            headReceives[s] = s == site ? null : channel.receive(heads[s], groups[s][0]);
        }
        poll();
    }

    private void adopt(MemorySegment record) {
        long end = Collectives.PivotExchange.currentOffset(payloadBytes);
        if (record.byteSize() != end + payloadBytes) {
            return; // the exchange inside the site refuses this record
        }
        head = record.asSlice(0, CANDIDATE_OFFSET);
        candidate = record.asSlice(CANDIDATE_OFFSET, payloadBytes);
        current = record.asSlice(end, payloadBytes);
        this.record = record;
    }

    @Override
    public Progress poll() {
        if (comparing) {
            Progress compared = inside.poll();
            if (compared != Progress.DONE) {
                return compared;
            }
            comparing = false;
            across.start();
        }
        return across.poll();
    }

    /** The rounds that follow once the ranks of this site know their best candidate. */
    private final class Across extends Rounds {
        private final int rounds = ACROSS_ROUNDS + Dissemination.rounds(groups[site].length);
        private int winner;

        Across(CollectiveChannel channel) {
            super(channel);
        }

        void start() {
            begin(rounds);
        }

        boolean idle() {
            return over();
        }

        @Override
        protected void post(int round) {
            if (round >= ACROSS_ROUNDS) {
                tell(round - ACROSS_ROUNDS);
            } else if (place == 0 && round == HEADS) {
                sendHeads();
            } else if (place == 0 && payloadBytes > 0) {
                exchangeRows();
            }
        }

        private void sendHeads() {
            for (int s = 0; s < groups.length; s++) {
                if (s != site) {
                    pending.add(headReceives[s]);
                    pending.add(channel.send(head, groups[s][0]));
                }
            }
        }

        private void exchangeRows() {
            int winnerSpeaker = groups[winner][0];
            int holderSpeaker = groups[siteOf[holder]][0];
            int me = channel.rank();
            if (me != winnerSpeaker) {
                pending.add(channel.receive(candidate, winnerSpeaker));
            }
            for (int s = 0; s < groups.length && me == winnerSpeaker; s++) {
                if (s != site) {
                    pending.add(channel.send(candidate, groups[s][0]));
                }
            }
            if (me == winnerSpeaker && me != holderSpeaker) {
                pending.add(channel.receive(current, holderSpeaker));
            } else if (me == holderSpeaker && me != winnerSpeaker) {
                pending.add(channel.send(current, winnerSpeaker));
            }
        }

        private void tell(int round) {
            int[] members = groups[site];
            int from = HierarchicalPivotTraffic.teller(round, place);
            if (from >= 0) {
                pending.add(channel.receive(record, members[from]));
            }
            int to = HierarchicalPivotTraffic.told(round, place, members.length);
            if (to >= 0) {
                pending.add(channel.send(record, members[to]));
            }
        }

        @Override
        protected void complete(int round) {
            if (place == 0 && round == HEADS) {
                findWinner();
            }
        }

        /**
         * Finds the site whose candidate wins. Of equal candidates, such as those of sites without any, the first site's wins, so all
         * speakers find the same.
         */
        private void findWinner() {
            winner = 0;
            MemorySegment best = site == 0 ? head : heads[0];
            for (int s = 1; s < groups.length; s++) {
                MemorySegment other = s == site ? head : heads[s];
                if (DisseminationPivotExchange.better(other, best)) {
                    winner = s;
                    best = other;
                }
            }
            MemorySegment.copy(best, 0, record, 0, CANDIDATE_OFFSET);
        }
    }
}
