package hplhetero.hpl.model;
import hplhetero.comm.Sites;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.model.messages.Pair;
import hplhetero.hpl.model.messages.PanelDelivery;
import hplhetero.hpl.model.messages.PanelDelivery.Exchange;
import hplhetero.hpl.model.messages.PanelDelivery.Hop;
import hplhetero.hpl.model.messages.Share;
import hplhetero.hpl.model.network.RowLoads;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Segments;
import java.util.Arrays;
import java.util.List;

/**
 * A panel on its way along one virtual row, as {@link PanelDelivery} says that it goes: in segments, each rank passing them on when it
 * polls, which it does between two tasks of its update, or in pieces.
 */
final class BroadcastReplay {
    private static final double MOST_LEGS_KEPT = 5e6;

    private final ModelInputs inputs;
    private final BroadcastAlgorithm algorithm;
    private final SiteLinks links;
    private final Moments moments;
    private final RankClocks whole;
    private final double[] first;
    private final double[] done;
    /** Of the panel on its way, the bytes of a segment of each cut of its route. */
    private double[] segment = {};
    /** Of each virtual row that has one site: the same from all roots. */
    private final PanelDelivery[] within;
    /** By virtual row and root, once used. */
    private final Route[][] routes;
    /** Of a hundred thousand ranks few panels are replayed, each from another column, and their routes would fill the memory. */
    private final boolean keepsRoutes;

    /**
     * A {@link PanelDelivery} between members.
     *
     * @param cuts   all ways in which hops are cut
     * @param pieces null where none are exchanged
     * @param before how many of the hops come before that
     */
    private record Route(Leg[] hops, List<Segments> cuts, Pieces pieces, int before) {
    }

    /**
     * A {@link Hop}.
     *
     * @param cut         among the route's
     * @param perByte     seconds while the sender serves all of its streams, and other rows send too where links are shared
     * @param heldPerByte seconds of what the sender sends before
     */
    private record Leg(int from, int to, PairCost link, int cut, double perByte, double heldPerByte) {
    }

    /**
     * An {@link Exchange}, at the worst of the links that its steps use: all of them are used at once, and all wait for the last.
     *
     * @param heldPerByte   seconds of what each source sends before
     * @param roundsPerByte seconds of the busiest rank's links
     */
    private record Pieces(int[] sources, double[] heldPerByte, int[] takers, Exchange shape, double latency, double roundsPerByte,
            double stepsPerByte) {

        double seconds(double bytes) {
            Share inRounds = shape.inRounds();
            Share inEachStep = shape.inEachStep();
            return shape.rounds() * latency + inRounds.of(bytes) * roundsPerByte
                    + shape.steps() * (latency + inEachStep.of(bytes) * stepsPerByte);
        }
    }

    /**
     * What ranks do while the panel comes: from {@code idle} (its clock when it can receive) to {@code busyUntil} it computes
     * and looks after messages every {@code gap} seconds.
     */
    record Moments(RankClocks idle, double[] busyUntil, double[] gap) {

        /** When a rank takes what has come at {@code time}. */
        double taken(int member, double time) {
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
     * Sends along virtual row r from its member in virtual column c; the clocks of {@code arrival} wait until each rank has the
     * panel and has passed it on.
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

    /** The bytes of a segment of a panel of so many. */
    private static double segment(Segments cut, double bytes) {
        return Math.min(bytes, Math.max(cut.leastBytes(), bytes / cut.most()));
    }

    /** @param number of the root in its row */
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

    /** The same ring, beginning with member number {@code start}. */
    private static int[] turned(int[] members, int start) {
        int[] turned = new int[members.length];
        for (int i = 0; i < turned.length; i++) {
            turned[i] = members[(start + i) % members.length];
        }
        return turned;
    }

    /** All rows send the panel at once, each from its member in this virtual column. */
    private RowLoads[] loads(int c) {
        int[] roots = new int[inputs.rows()];
        for (int r = 0; r < roots.length; r++) {
            roots[r] = indexOf(inputs.owner(r, c), inputs.rowMembers[r]);
        }
        return inputs.loads().panel(algorithm, roots, inputs.messages);
    }

    /**
     * @param ranks  from the root on
     * @param loaded seconds a byte while all rows send; NaN where no links are known to be shared
     */
    private Leg leg(Hop hop, int[] ranks, double loaded) {
        int from = ranks[hop.from()];
        int to = ranks[hop.to()];
        PairCost link = inputs.link(from, to);
        double perByte = Double.isNaN(loaded) ? link.secondsPerByte() * hop.streams() : loaded;
        return new Leg(from, to, link, hop.cut(), perByte, heldPerByte(hop.from(), hop.earlier(), ranks));
    }

    private double heldPerByte(int from, List<Integer> earlier, int[] ranks) {
        double sum = 0;
        for (int to : earlier) {
            sum += inputs.link(ranks[from], ranks[to]).secondsPerByte();
        }
        return sum;
    }

    /** @param loads null where no links are known to be shared */
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

    /** Both are done when the last segment has been taken: long messages wait for their receiver. */
    private void hop(Leg leg, double bytes, double segment) {
        int a = leg.from;
        int b = leg.to;
        PairCost link = leg.link;
        double begin = first[a] + bytes * leg.heldPerByte;
        if (inputs.site[a] != inputs.site[b]) {
            begin = links.cross(inputs.site[a], inputs.site[b], begin, bytes, bytes * link.secondsPerByte());
        }
        double firstHere = begin + link.latency() + segment * leg.perByte;
        double lastHere = RankClocks.later(whole.at(a) + link.latency() + segment * link.secondsPerByte(),
                begin + link.latency() + bytes * leg.perByte);
        double taken = moments.taken(b, lastHere);
        whole.receive(b, a, RankClocks.BROADCAST, lastHere, moments.idle(), taken);
        first[b] = moments.taken(b, firstHere);
        done[b] = RankClocks.later(done[b], taken);
        done[a] = RankClocks.later(done[a], taken);
    }

    /** All end together, but for their polls. */
    private void exchange(Pieces pieces, double bytes) {
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
