package hplhetero.hpl.plan.model;

import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.comm.Sites;
import hplhetero.comm.schedule.RingShape;
import hplhetero.comm.schedule.Segments;
import hplhetero.hpl.cluster.LinkCost;
import java.util.Arrays;

/**
 * A panel on its way along one virtual row, as {@code comm.collective.RingBroadcast} and {@code SpreadRollBroadcast} send it
 * inside the root's site, and {@code SitedBroadcast} from there to the other sites: in segments, each rank passing them on when
 * it polls, which it does between two tasks of its update.
 */
final class BroadcastReplay {
    private final ModelInputs inputs;
    private final Sites[] sites;
    private final BroadcastAlgorithm algorithm;
    private final SiteLinks links;
    private final Moments moments;
    private final RankClocks whole;
    private final double[] first;
    private final double[] done;
    /** By virtual row and root, once used: the root's own ring, and the line to the other sites. */
    private final Route[][] routes;

    /**
     * @param ring   the root and all others of its site
     * @param next   the link from each member of the ring to the next
     * @param shape  of the ring broadcasts, which the others do not have
     * @param otherSites the root and one rank of each other site, and so on, or nothing where the row has one site
     */
    private record Route(int[] ring, LinkCost[] next, RingShape shape, int[] otherSites) {
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
        sites = Arrays.stream(inputs.rowMembers).map(row -> Sites.of(Arrays.stream(row).map(m -> inputs.site[m]).toArray()))
                .toArray(Sites[]::new);
        this.algorithm = algorithm;
        this.links = links;
        this.moments = moments;
        whole = moments.idle.alike(inputs.size());
        first = new double[inputs.size()];
        done = new double[inputs.size()];
        routes = new Route[inputs.rows()][];
    }

    /**
     * Sends along virtual row r from the member {@code root}; the clocks of {@code arrival} wait until each rank has the
     * panel and has passed it on.
     */
    void send(int r, int root, double bytes, RankClocks arrival) {
        int[] members = inputs.rowMembers[r];
        if (members.length == 1) {
            return;
        }
        whole.set(root, moments.idle(), root);
        first[root] = whole.at(root);
        for (int m : members) {
            done[m] = 0;
        }
        Route route = route(r, indexOf(root, members));
        if (route.ring.length > 1 && (algorithm == BroadcastAlgorithm.LONG || algorithm == BroadcastAlgorithm.LONG_M)) {
            spreadAndRoll(route, bytes);
        } else if (route.ring.length > 1) {
            rings(route, bytes);
        }
        chain(route.otherSites, bytes);
        for (int m : members) {
            arrival.await(m, whole, m);
            arrival.moveTo(m, RankClocks.BROADCAST, done[m]);
        }
    }

    private Route route(int r, int number) {
        int[] members = inputs.rowMembers[r];
        if (routes[r] == null) {
            routes[r] = new Route[members.length];
        }
        if (routes[r][number] == null) {
            boolean one = sites[r].one();
            int[] ring = turned(one ? members : selected(members, sites[r].inside(number)), members[number]);
            LinkCost[] next = new LinkCost[ring.length - 1];
            for (int i = 0; i < next.length; i++) {
                next[i] = inputs.link(ring[i], ring[i + 1]);
            }
            boolean spread = algorithm == BroadcastAlgorithm.LONG || algorithm == BroadcastAlgorithm.LONG_M;
            RingShape shape = spread ? null : RingShape.of(algorithm, ring.length);
            routes[r][number] = new Route(ring, next, shape, one ? new int[0] : selected(members, sites[r].beyond(number)));
        }
        return routes[r][number];
    }

    private static int indexOf(int member, int[] members) {
        int i = 0;
        while (members[i] != member) {
            i++;
        }
        return i;
    }

    private static int[] selected(int[] members, int[] numbers) {
        return Arrays.stream(numbers).map(i -> members[i]).toArray();
    }

    /** The same ring, beginning with {@code root}. */
    private static int[] turned(int[] members, int root) {
        int start = indexOf(root, members);
        int[] turned = new int[members.length];
        for (int i = 0; i < turned.length; i++) {
            turned[i] = members[(start + i) % members.length];
        }
        return turned;
    }

    /** From the first of {@code line} to the next, and so on. */
    private void chain(int[] line, double bytes) {
        for (int i = 1; i < line.length; i++) {
            hop(line[i - 1], line[i], inputs.link(line[i - 1], line[i]), bytes, segment(bytes), 1, 0);
        }
    }

    private static double segment(double bytes) {
        return Math.min(bytes, Math.max(Segments.OF_PANELS.leastBytes(), bytes / Segments.OF_PANELS.most()));
    }

    private void rings(Route route, double bytes) {
        int[] members = route.ring;
        int size = members.length;
        RingShape shape = route.shape;
        double held = 0;
        if (shape.modified()) {
            hop(members[0], members[1], route.next[0], bytes, bytes, 1, 0);
            held = bytes * route.next[0].secondsPerByte();
        }
        double segment = segment(bytes);
        for (int i = shape.modified() ? 2 : 1; i < size; i++) {
            if (shape.isHead(i)) {
                hop(members[0], members[i], inputs.link(members[0], members[i]), bytes, segment, shape.heads().length, held);
            } else {
                hop(members[i - 1], members[i], route.next[i - 1], bytes, segment, 1, 0);
            }
        }
    }

    /**
     * One message from a to b, in segments, of which {@code streams} leave a at once. Both are done when it has been taken:
     * long messages wait for their receiver.
     */
    private void hop(int a, int b, LinkCost link, double bytes, double segment, int streams, double held) {
        double perByte = link.secondsPerByte() * streams;
        double begin = first[a] + held;
        if (inputs.site[a] != inputs.site[b]) {
            begin = links.cross(inputs.site[a], inputs.site[b], begin, bytes, bytes * link.secondsPerByte());
        }
        double firstHere = begin + link.latency() + segment * perByte;
        double lastHere = RankClocks.later(whole.at(a) + link.latency() + segment * link.secondsPerByte(),
                begin + link.latency() + bytes * perByte);
        double taken = moments.taken(b, lastHere);
        whole.receive(b, a, RankClocks.BROADCAST, lastHere, moments.idle(), taken);
        first[b] = moments.taken(b, firstHere);
        done[b] = RankClocks.later(done[b], taken);
        done[a] = RankClocks.later(done[a], taken);
    }

    /** Pieces down a tree, then around a ring in which all take part: all end together, but for their polls. */
    private void spreadAndRoll(Route route, double bytes) {
        int[] members = route.ring;
        int root = members[0];
        boolean modified = algorithm == BroadcastAlgorithm.LONG_M;
        int from = modified ? 2 : 1;
        double held = 0;
        if (modified) {
            hop(root, members[1], route.next[0], bytes, bytes, 1, 0);
            held = bytes * route.next[0].secondsPerByte();
        }
        int parts = members.length - from + 1;
        double share = bytes * (parts - 1) / parts;
        double end = first[root] + held;
        double latency = 0;
        double perByte = 0;
        int previous = root;
        for (int i = from; i < members.length; i++) {
            int m = members[i];
            LinkCost link = inputs.link(previous, m);
            latency = Math.max(latency, link.latency());
            perByte = Math.max(perByte, link.secondsPerByte());
            end = Math.max(end, moments.idle().at(m));
            previous = m;
        }
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, parts - 1));
        end += rounds * latency + share * perByte + (parts - 1) * (latency + bytes / parts * perByte);
        for (int i = from; i < members.length; i++) {
            int m = members[i];
            whole.set(m, whole, root);
            whole.await(m, moments.idle(), m);
            whole.moveTo(m, RankClocks.BROADCAST, moments.taken(m, end));
            done[m] = whole.at(m);
            done[root] = Math.max(done[root], end);
        }
    }
}
