package hplhetero.hpl.model.messages;

import hplhetero.comm.Sites;
import hplhetero.hpl.model.messages.PanelDelivery.Exchange;
import hplhetero.hpl.model.messages.PanelDelivery.Hop;
import hplhetero.hpl.model.messages.PanelDelivery.Piece;
import hplhetero.hpl.model.messages.PanelDelivery.Source;
import hplhetero.network.schedule.BufferPartition;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A reader of a broadcast from rank 0 that extracts what a replay needs. The broadcast is that of a panel so long that each hop has as many
 * segments as it may.
 */
final class DeliveryReader {
    private final Delivery delivery;
    private final Sites sites;
    private final List<Delivery.Hop> byBegin = new ArrayList<>();
    private final List<Segments> cuts;

    /**
     * Creates a reader of one broadcast.
     *
     * @param delivery broadcast from rank 0
     * @param sites    sites of the ranks
     */
    DeliveryReader(Delivery delivery, Sites sites) {
        this.delivery = delivery;
        this.sites = sites;
        for (int rank = 0; rank < delivery.ranks(); rank++) {
            delivery.hopTo(rank).ifPresent(byBegin::add);
        }
        byBegin.sort(Comparator.comparingInt(Delivery.Hop::begins));
        cuts = byBegin.stream().map(Delivery.Hop::segments).distinct().toList();
    }

    /** Returns the way of a panel to all ranks, read from the broadcast. */
    PanelDelivery read() {
        List<Hop> hops = byBegin.stream().map(this::hop).toList();
        return delivery.exchange().map(exchange -> {
            Rounds rounds = new Rounds(exchange);
            return new PanelDelivery(cuts, hops, Optional.of(rounds.read()), rounds.hopsBefore());
        }).orElseGet(() -> new PanelDelivery(cuts, hops, Optional.empty(), hops.size()));
    }

    private Hop hop(Delivery.Hop hop) {
        boolean inside = sites.together(hop.from(), hop.to());
        int streams = (int) delivery.hopsFrom(hop.from()).stream().filter(other -> sites.together(other.from(), other.to()) == inside
                && other.begins() <= hop.begins() && hop.begins() < end(other)).count();
        return new Hop(hop.from(), hop.to(), cuts.indexOf(hop.segments()), streams, earlier(hop.from(), hop.begins(), inside));
    }

    private static int end(Delivery.Hop hop) {
        return hop.begins() + hop.segments().most();
    }

    /**
     * Returns the ranks to which {@code from} has sent everything before a stage: only ranks at its own site, or only ranks at others.
     *
     * @param inside whether ranks at the sender's own site are asked for
     */
    private List<Integer> earlier(int from, int stage, boolean inside) {
        return delivery.hopsFrom(from).stream().filter(hop -> end(hop) <= stage && sites.together(from, hop.to()) == inside)
                .map(Delivery.Hop::to).sorted().toList();
    }

    /** A reader of what ranks without a hop of their own exchange. */
    private final class Rounds {
        private final Traffic traffic;
        private final long bytes;
        private final int stages;
        /** First stage in which each rank gets something, indexed by rank. */
        private final int[] first = new int[delivery.ranks()];
        private final List<Integer> takers = new ArrayList<>();

        Rounds(Delivery.Exchange exchange) {
            bytes = (long) BufferPartition.ALIGNMENT_BYTES * exchange.pieces();
            traffic = delivery.of(bytes);
            stages = exchange.stages();
            for (int stage = stages - 1; stage >= 0; stage--) {
                int now = stage;
                traffic.messages(stage, (from, to, length) -> first[to] = now);
            }
            for (int rank = 1; rank < first.length; rank++) {
                if (takes(rank)) {
                    takers.add(rank);
                }
            }
            takers.sort(Comparator.comparingInt(rank -> first[rank]));
        }

        private boolean takes(int rank) {
            return rank > 0 && delivery.hopTo(rank).isEmpty();
        }

        /**
         * Returns the number of whole-panel hops that begin before the first piece of the panel reaches one of the ranks that get the panel
         * in pieces.
         */
        int hopsBefore() {
            int taker = takers.getFirst();
            return (int) byBegin.stream().filter(hop -> hop.begins() < first[taker] || hop.begins() == first[taker] && hop.to() < taker)
                    .count();
        }

        Exchange read() {
            int begins = first[takers.getFirst()];
            int stepsBegin = 1 + first[takers.getLast()];
            int steps = stages - stepsBegin;
            long[] most = new long[stages];
            TreeSet<Integer> pairs = new TreeSet<>();
            List<List<Piece>> pieces = new ArrayList<>();
            for (int stage = begins; stage < stages; stage++) {
                boolean inSteps = stage >= stepsBegin || steps == 0;
                List<Piece> sent = new ArrayList<>();
                long[] bySender = new long[delivery.ranks()];
                traffic.messages(stage, (from, to, length) -> {
                    if (takes(to)) {
                        bySender[from] += length;
                        sent.add(new Piece(new Pair(from, to), Fraction.of(length, bytes)));
                        if (inSteps) {
                            pairs.add(from * delivery.ranks() + to);
                        }
                    }
                });
                most[stage] = Arrays.stream(bySender).max().orElse(0);
                if (stage < stepsBegin) {
                    pieces.add(List.copyOf(sent));
                }
            }
            return new Exchange(List.of(new Source(0, earlier(0, begins, true))), takers, stepsBegin - begins,
                    Fraction.of(Arrays.stream(most, begins, stepsBegin).sum(), bytes), steps,
                    Fraction.of(Arrays.stream(most, stepsBegin, stages).sum(), bytes * Math.max(1, steps)),
                    pairs.stream().map(pair -> new Pair(pair / delivery.ranks(), pair % delivery.ranks())).toList(), pieces);
        }
    }
}
