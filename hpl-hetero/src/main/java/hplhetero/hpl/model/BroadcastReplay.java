package hplhetero.hpl.model;

import hplhetero.comm.Sites;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.model.messages.Fraction;
import hplhetero.hpl.model.messages.Pair;
import hplhetero.hpl.model.messages.PanelDelivery;
import hplhetero.hpl.model.messages.PanelDelivery.Exchange;
import hplhetero.hpl.model.messages.PanelDelivery.Hop;
import hplhetero.hpl.model.network.RowLoads;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Segments;
import java.util.Arrays;
import java.util.List;

/**
 * The broadcast of a panel along one virtual row, replayed as {@link PanelDelivery} describes it. A panel travels in segments, or in
 * pieces. Each rank passes segments on when it polls, which it does between two tasks of its update.
 */
final class BroadcastReplay {
    /** Most ranks times process columns for which routes are kept between panels. */
    private static final double MOST_LEGS_KEPT = 5e6;

    private final ModelInputs inputs;
    private final BroadcastAlgorithm algorithm;
    private final SiteLinks links;
    private final Moments moments;
    /** The clocks of when each rank has the whole panel, indexed by member of the map. */
    private final RankClocks whole;
    /** Seconds from the start of the run until each rank has the first segment, indexed by member of the map. */
    private final double[] first;
    /** Seconds from the start of the run until each rank has received and passed on the panel, indexed by member of the map. */
    private final double[] done;
    /** Bytes of a segment of the panel on its way, indexed by the cut of its route. */
    private double[] segment = {};
    /** Deliveries, equal for all roots, along virtual rows whose ranks are at one site; indexed by virtual row, null for other rows. */
    private final PanelDelivery[] within;
    /** Routes, indexed by virtual row and by the root's virtual column; null until used. */
    private final Route[][] routes;
    /**
     * Whether routes are kept between panels. With a hundred thousand ranks few panels are replayed, each from another column, and the
     * routes would fill the memory.
     */
    private final boolean keepsRoutes;

    /**
     * A {@link PanelDelivery} between members of the map.
     *
     * @param hops   hops in the order in which they begin
     * @param cuts   all ways in which hops are cut into segments
     * @param pieces the exchange of pieces; null where none are exchanged
     * @param before how many of the hops come before the exchange
     */
    private record Route(Leg[] hops, List<Segments> cuts, Pieces pieces, int before) {
    }

    /**
     * A {@link Hop} between members of the map, with its costs.
     *
     * @param from        the sender
     * @param to          the receiver
     * @param link        cost of a message that is alone on its way
     * @param cut         index of the hop's cut among the route's cuts
     * @param perByte     seconds a byte while the sender serves all of its streams, and other rows send too where links are shared
     * @param heldPerByte seconds a byte of what the sender sends before this hop
     */
    private record Leg(int from, int to, PairCost link, int cut, double perByte, double heldPerByte) {
    }

    /**
     * An {@link Exchange}, priced by the worst of the links that its steps use: all of them are used at once, and all wait for the last.
     *
     * @param sources       ranks that give pieces
     * @param heldPerByte   seconds a byte of what each source sends before the exchange, indexed as {@code sources}
     * @param takers        ranks that receive the panel in pieces
     * @param shape         rounds and steps of the exchange
     * @param latency       seconds of an empty message on the worst link
     * @param roundsPerByte seconds a byte, on the busiest rank's links, of what passes in the rounds
     * @param stepsPerByte  seconds a byte, on the busiest rank's links, of what passes in a step
     */
    private record Pieces(int[] sources, double[] heldPerByte, int[] takers, Exchange shape, double latency, double roundsPerByte,
            double stepsPerByte) {

        /** Returns the seconds of the exchange of a panel of so many bytes. */
        double seconds(double bytes) {
            Fraction inRounds = shape.inRounds();
            Fraction inEachStep = shape.inEachStep();
            // rounds x latency + inRounds n roundsPerByte + steps x (latency + inEachStep n stepsPerByte), with n bytes
            return shape.rounds() * latency + inRounds.of(bytes) * roundsPerByte
                    + shape.steps() * (latency + inEachStep.of(bytes) * stepsPerByte);
        }
    }

    /**
     * The moments at which ranks can receive while a panel comes: each computes and looks for messages now and then.
     *
     * @param idle      clocks of when each rank can first receive
     * @param busyUntil seconds from the start of the run until which each rank computes, indexed by member of the map
     * @param gap       seconds between two looks for messages while a rank computes, indexed by member of the map
     */
    record Moments(RankClocks idle, double[] busyUntil, double[] gap) {

        /**
         * Returns when a rank takes a message that came at {@code time}: when the rank can first receive; at its next look, half a gap
         * later in the mean; or at the end of its computing, if that is earlier.
         */
        double taken(int member, double time) {
            // max(time, min(time > idle ? time + gap / 2 : idle, busyUntil))
            double begun = idle.at(member);
            double polled = time > begun ? time + gap[member] / 2 : begun;
            return RankClocks.later(time, polled < busyUntil[member] ? polled : busyUntil[member]);
        }
    }

    BroadcastReplay(ModelInputs inputs, BroadcastAlgorithm algorithm, SiteLinks links, Moments moments) {
        this.inputs = inputs;
        this.algorithm = algorithm;
        this.links = links;
        this.moments = moments;
        whole = moments.idle.alike(inputs.size());
        first = new double[inputs.size()];
        done = new double[inputs.size()];
        within = new PanelDelivery[inputs.rows()];
        for (int r = 0; r < within.length; r++) {
            if (Sites.of(sitesOf(inputs.rowMembers[r])).one()) {
                within[r] = inputs.messages.panel(algorithm, inputs.rowMembers[r].length);
            }
        }
        routes = new Route[inputs.rows()][];
        keepsRoutes = (double) inputs.size() * inputs.columns() <= MOST_LEGS_KEPT;
    }

    private int[] sitesOf(int[] members) {
        return Arrays.stream(members).map(m -> inputs.site[m]).toArray();
    }

    /**
     * Sends a panel along virtual row r from its member in virtual column c. The clocks of {@code arrival} wait until each rank has the
     * panel and has passed it on.
     *
     * @param bytes   length of the panel's message, in bytes
     * @param arrival clocks of all members; those of this row are moved
     */
    void send(int r, int c, double bytes, RankClocks arrival) {
        int root = inputs.owner(r, c);
        int[] members = inputs.rowMembers[r];
        if (members.length == 1) {
            return;
        }
        whole.set(root, moments.idle(), root);
        first[root] = whole.at(root);
        for (int m : members) {
            done[m] = 0;
        }
        Route route = route(r, c, indexOf(root, members));
        for (int i = 0; i < route.cuts.size(); i++) {
            segment[i] = segment(route.cuts.get(i), bytes);
        }
        hops(route.hops, 0, route.before, bytes);
        if (route.pieces != null) {
            exchange(route.pieces, bytes);
        }
        hops(route.hops, route.before, route.hops.length, bytes);
        for (int m : members) {
            arrival.await(m, whole, m);
            arrival.moveTo(m, RankClocks.BROADCAST, done[m]);
        }
    }

    /**
     * Returns the bytes of a segment of a panel: an equal part of the panel by the most segments, at least the cut's least bytes, at most
     * the panel.
     */
    private static double segment(Segments cut, double bytes) {
        return Math.min(bytes, Math.max(cut.leastBytes(), bytes / cut.most()));
    }

    /**
     * Returns the route of a panel along virtual row r, made when it is first asked for.
     *
     * @param c      virtual column of the root
     * @param number index of the root among the row's members
     */
    private Route route(int r, int c, int number) {
        int[] members = inputs.rowMembers[r];
        if (routes[r] == null || !keepsRoutes) {
            routes[r] = new Route[inputs.columns()];
        }
        if (routes[r][c] == null) {
            RowLoads loads = inputs.loaded() ? loads(c)[r] : null;
            int[] ranks = turned(members, number);
            PanelDelivery delivery = within[r] != null ? within[r] : inputs.messages.panel(algorithm, sitesOf(ranks));
            Leg[] hops = new Leg[delivery.hops().size()];
            for (int i = 0; i < hops.length; i++) {
                hops[i] = leg(delivery.hops().get(i), ranks, loads == null ? Double.NaN : loads.hops()[i]);
            }
            routes[r][c] = new Route(hops, delivery.cuts(), delivery.exchange().map(exchange -> pieces(exchange, ranks, loads))
                    .orElse(null), delivery.before());
            if (segment.length < delivery.cuts().size()) {
                segment = new double[delivery.cuts().size()];
            }
        }
        return routes[r][c];
    }

    private static int indexOf(int member, int[] members) {
        int i = 0;
        while (members[i] != member) {
            i++;
        }
        return i;
    }

    /** Returns the members in the order of their ring, beginning with member number {@code start}. */
    private static int[] turned(int[] members, int start) {
        int[] turned = new int[members.length];
        for (int i = 0; i < turned.length; i++) {
            turned[i] = members[(start + i) % members.length];
        }
        return turned;
    }

    /**
     * Returns what links are loaded with, by virtual row, when all rows send the panel at once, each from its member in virtual column c.
     */
    private RowLoads[] loads(int c) {
        int[] roots = new int[inputs.rows()];
        for (int r = 0; r < roots.length; r++) {
            roots[r] = indexOf(inputs.owner(r, c), inputs.rowMembers[r]);
        }
        return inputs.loads().panel(algorithm, roots, inputs.messages);
    }

    /**
     * Returns a hop between members with its costs.
     *
     * @param ranks  members of the row, from the root on
     * @param loaded seconds a byte while all rows send; NaN where no links are known to be shared
     */
    private Leg leg(Hop hop, int[] ranks, double loaded) {
        int from = ranks[hop.from()];
        int to = ranks[hop.to()];
        PairCost link = inputs.link(from, to);
        double perByte = Double.isNaN(loaded) ? link.secondsPerByte() * hop.streams() : loaded;
        return new Leg(from, to, link, hop.cut(), perByte, heldPerByte(hop.from(), hop.earlier(), ranks));
    }

    /** Returns the seconds a byte of the messages that a sender sends to {@code earlier} receivers: the sum over their links. */
    private double heldPerByte(int from, List<Integer> earlier, int[] ranks) {
        double sum = 0;
        for (int to : earlier) {
            sum += inputs.link(ranks[from], ranks[to]).secondsPerByte();
        }
        return sum;
    }

    /**
     * Returns an exchange of pieces between members with its costs: the worst latency and the worst seconds a byte among its pairs.
     *
     * @param ranks members of the row, from the root on
     * @param loads loads of links while all rows send; null where no links are known to be shared
     */
    private Pieces pieces(Exchange exchange, int[] ranks, RowLoads loads) {
        double latency = 0;
        double perByte = 0;
        for (Pair pair : exchange.pairs()) {
            PairCost link = inputs.link(ranks[pair.from()], ranks[pair.to()]);
            latency = Math.max(latency, link.latency());
            perByte = Math.max(perByte, link.secondsPerByte());
        }
        return new Pieces(exchange.sources().stream().mapToInt(source -> ranks[source.rank()]).toArray(),
                exchange.sources().stream().mapToDouble(source -> heldPerByte(source.rank(), source.earlier(), ranks)).toArray(),
                exchange.takers().stream().mapToInt(taker -> ranks[taker]).toArray(), exchange, latency,
                loads == null ? perByte : loads.rounds() / Math.max(Double.MIN_NORMAL, exchange.inRounds().value()),
                loads == null ? perByte : loads.step() / Math.max(Double.MIN_NORMAL, exchange.inEachStep().value()));
    }

    private void hops(Leg[] hops, int from, int end, double bytes) {
        for (int i = from; i < end; i++) {
            hop(hops[i], bytes, segment[hops[i].cut]);
        }
    }

    /**
     * Replays one hop. Sender and receiver are done when the receiver has taken the last segment: a long message waits for its receiver. In
     * the formulas a sends a panel of n bytes to b in segments of s bytes; y is the link's seconds a byte, and z the link's seconds a byte
     * while the sender serves all of its streams.
     */
    private void hop(Leg leg, double bytes, double segment) {
        int a = leg.from;
        int b = leg.to;
        PairCost link = leg.link;
        // begin = first(a) + n heldPerByte, or later where the link between sites is busy
        double begin = first[a] + bytes * leg.heldPerByte;
        if (inputs.site[a] != inputs.site[b]) {
            begin = links.cross(inputs.site[a], inputs.site[b], begin, bytes, bytes * link.secondsPerByte());
        }
        // first(b) = taken(begin + latency + s z)
        double firstHere = begin + link.latency() + segment * leg.perByte;
        // whole(b) = taken(max(whole(a) + latency + s y, begin + latency + n z))
        double lastHere = RankClocks.later(whole.at(a) + link.latency() + segment * link.secondsPerByte(),
                begin + link.latency() + bytes * leg.perByte);
        double taken = moments.taken(b, lastHere);
        whole.receive(b, a, RankClocks.BROADCAST, lastHere, moments.idle(), taken);
        first[b] = moments.taken(b, firstHere);
        done[b] = RankClocks.later(done[b], taken);
        done[a] = RankClocks.later(done[a], taken);
    }

    /** Replays an exchange of pieces. All takers end together, but for their polls. */
    private void exchange(Pieces pieces, double bytes) {
        // end = max(first + n heldPerByte of each source, idle of each taker) + seconds of the exchange, with n bytes
        int last = pieces.sources[0];
        double end = 0;
        for (int i = 0; i < pieces.sources.length; i++) {
            double begin = first[pieces.sources[i]] + bytes * pieces.heldPerByte[i];
            last = begin > end ? pieces.sources[i] : last;
            end = Math.max(end, begin);
        }
        for (int m : pieces.takers) {
            end = Math.max(end, moments.idle().at(m));
        }
        end += pieces.seconds(bytes);
        for (int m : pieces.takers) {
            whole.set(m, whole, last);
            whole.await(m, moments.idle(), m);
            whole.moveTo(m, RankClocks.BROADCAST, moments.taken(m, end));
            first[m] = whole.at(m);
            done[m] = whole.at(m);
        }
        for (int source : pieces.sources) {
            done[source] = Math.max(done[source], end);
        }
    }
}
