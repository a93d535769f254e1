package hplhetero.hpl.plan.messages;

import hplhetero.comm.Sites;
import hplhetero.hpl.plan.messages.PanelDelivery.Exchange;
import hplhetero.hpl.plan.messages.PanelDelivery.Hop;
import hplhetero.hpl.plan.messages.PanelDelivery.Piece;
import hplhetero.hpl.plan.messages.PanelDelivery.Source;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Reads what a broadcast from rank 0 states, at a few sizes: of a short buffer, which nobody cuts into segments, a rank gets all in one
 * message or is one of those that exchange pieces; a long one is cut as often as any; in between lies the shortest segment.
 */
final class DeliveryReader {
    /** Pieces begin at multiples of so many bytes. */
    private static final int PIECE_BYTES = 8;
    /** Longer than any panel's part in a row. */
    private static final long LONG_BYTES = 1L << 32;

    private final LongFunction<Traffic> statement;
    private final Sites sites;
    private final int ranks;
    private final long longBytes;
    private final Receipts shortOnes;
    private final Receipts longOnes;
    /** Bytes of the shortest segment to each rank; 0 where nothing is cut, or it is not known yet. */
    private final long[] leastBytes;
    private final List<Segments> cuts = new ArrayList<>();

    /**
     * @param statement by the bytes of the buffer
     * @param sites     of the ranks
     */
    DeliveryReader(LongFunction<Traffic> statement, Sites sites) {
        this.statement = statement;
        this.sites = sites;
        ranks = sites.size();
        // as many equal pieces as the root's site has ranks, or as it has others
        long members = sites.inside(0).length;
        long equal = PIECE_BYTES * members * Math.max(1, members - 1);
        longBytes = equal * Math.ceilDiv(LONG_BYTES, equal);
        shortOnes = receipts(shortBytes());
        longOnes = receipts(longBytes);
        leastBytes = new long[ranks];
    }

    private long shortBytes() {
        return (long) PIECE_BYTES * ranks;
    }

    private Receipts receipts(long bytes) {
        return Receipts.of(statement.apply(bytes), sites);
    }

    PanelDelivery read() {
        findSegments();
        List<Hop> hops = new ArrayList<>();
        List<Integer> takers = new ArrayList<>();
        int before = 0;
        for (int rank : asTheyBegin()) {
            if (getsTheWhole(rank)) {
                hops.add(hop(rank));
            } else {
                before = takers.isEmpty() ? hops.size() : before;
                takers.add(rank);
            }
        }
        return takers.isEmpty() ? new PanelDelivery(cuts, hops, Optional.empty(), hops.size())
                : new PanelDelivery(cuts, hops, Optional.of(exchange(takers)), before);
    }

    /** All but the root, by the stage of their first message. */
    private List<Integer> asTheyBegin() {
        List<Integer> receivers = new ArrayList<>();
        for (int rank = 1; rank < ranks; rank++) {
            receivers.add(rank);
        }
        receivers.sort((a, b) -> Integer.compare(longOnes.firstStage()[a], longOnes.firstStage()[b]));
        return receivers;
    }

    private boolean getsTheWhole(int rank) {
        return rank == 0 || shortOnes.messages()[rank] == 1 && shortOnes.bytes()[rank] == shortBytes();
    }

    private Hop hop(int rank) {
        int from = longOnes.from()[rank];
        List<Integer> earlier = earlier(from, longOnes.firstStage()[rank], sites.together(from, rank));
        return new Hop(from, rank, cut(rank), longOnes.streams()[rank], earlier);
    }

    private int cut(int rank) {
        long least = Math.max(1, leastBytes[rank]);
        int most = longOnes.messages()[rank];
        for (int i = 0; i < cuts.size(); i++) {
            if (cuts.get(i).leastBytes() == least && cuts.get(i).most() == most) {
                return i;
            }
        }
        cuts.add(new Segments(least, most));
        return cuts.size() - 1;
    }

    /** Whom a rank has sent all before a stage, inside its site or outside. */
    private List<Integer> earlier(int from, int stage, boolean inside) {
        List<Integer> earlier = new ArrayList<>();
        for (int rank = 1; rank < ranks; rank++) {
            if (getsTheWhole(rank) && longOnes.from()[rank] == from && longOnes.lastStage()[rank] < stage
                    && sites.together(from, rank) == inside) {
                earlier.add(rank);
            }
        }
        return earlier;
    }

    private void findSegments() {
        for (int rank = 1; rank < ranks; rank++) {
            if (getsTheWhole(rank) && longOnes.messages()[rank] > 1 && leastBytes[rank] == 0) {
                findSegments(rank);
            }
        }
    }

    /** The shortest segment to a rank, and to those to which the same buffer goes in such segments too. */
    private void findSegments(int rank) {
        Receipts cut = receipts(shortestCut(rank));
        for (int other = rank; other < ranks; other++) {
            if (cut.messages()[other] > 1 && cut.firstBytes()[other] == cut.firstBytes()[rank]) {
                leastBytes[other] = cut.firstBytes()[rank];
            }
        }
    }

    /** Of ever halved long buffers the last that goes to a rank in several messages: they are as short as any. */
    private long shortestCut(int rank) {
        long bytes = longBytes;
        while (messages(rank, bytes / 2) > 1) {
            bytes /= 2;
        }
        return bytes;
    }

    private int messages(int rank, long bytes) {
        Traffic traffic = statement.apply(bytes);
        int[] messages = new int[1];
        Traffic.Sink sink = new Traffic.Sink() {
            @Override
            public void send(int to, long length) {
                // told by its receiver
            }

            @Override
            public void receive(int from, long length) {
                messages[0]++;
            }
        };
        for (int stage = 0; stage < traffic.stages(); stage++) {
            traffic.stage(stage, rank, sink);
        }
        return messages[0];
    }

    /** @param takers as they begin */
    private Exchange exchange(List<Integer> takers) {
        int begins = longOnes.firstStage()[takers.getFirst()];
        int stepsBegin = 1 + longOnes.firstStage()[takers.getLast()];
        int end = stepsBegin;
        for (int taker : takers) {
            end = Math.max(end, 1 + longOnes.lastStage()[taker]);
        }
        int steps = end - stepsBegin;
        long[] most = new long[end];
        BitSet sources = new BitSet();
        BitSet pairs = new BitSet();
        List<List<Piece>> pieces = new ArrayList<>();
        for (int round = begins; round < stepsBegin; round++) {
            pieces.add(new ArrayList<>());
        }
        SentMessages.read(statement.apply(longBytes), (stage, from, sent) -> {
            long bytes = 0;
            for (int i = 0; i < sent.count(); i++) {
                if (!getsTheWhole(sent.to(i))) {
                    bytes += sent.bytes(i);
                    if (stage >= begins && stage < stepsBegin) {
                        pieces.get(stage - begins).add(new Piece(new Pair(from, sent.to(i)), Share.of(sent.bytes(i), longBytes)));
                    }
                    if (stage >= stepsBegin || steps == 0) {
                        pairs.set(from * ranks + sent.to(i));
                    }
                }
            }
            if (bytes > 0) {
                most[stage] = Math.max(most[stage], bytes);
                sources.set(from, getsTheWhole(from));
            }
        });
        Share inRounds = Share.of(sum(most, begins, stepsBegin), longBytes);
        Share inEachStep = Share.of(sum(most, stepsBegin, end), longBytes * Math.max(1, steps));
        return new Exchange(sources(sources, begins), takers, stepsBegin - begins, inRounds, steps, inEachStep, pairs(pairs),
                pieces.stream().map(List::copyOf).toList());
    }

    private List<Source> sources(BitSet ranks, int begins) {
        List<Source> sources = new ArrayList<>();
        for (int rank = ranks.nextSetBit(0); rank >= 0; rank = ranks.nextSetBit(rank + 1)) {
            sources.add(new Source(rank, earlier(rank, begins, true)));
        }
        return sources;
    }

    private List<Pair> pairs(BitSet numbers) {
        List<Pair> pairs = new ArrayList<>();
        for (int pair = numbers.nextSetBit(0); pair >= 0; pair = numbers.nextSetBit(pair + 1)) {
            pairs.add(new Pair(pair / ranks, pair % ranks));
        }
        return pairs;
    }

    private static long sum(long[] values, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum;
    }
}
