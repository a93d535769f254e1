package hplhetero.hpl.balance;

import hplhetero.comm.BroadcastAlgorithm;

/**
 * A panel on its way along one virtual row, as {@code comm.collective.RingBroadcast} and {@code SpreadRollBroadcast} send it:
 * in segments, each rank passing them on when it polls, which it does between two tasks of its update.
 */
final class BroadcastReplay {
    private static final double MIN_SEGMENT = 256 << 10;
    private static final int MAX_SEGMENTS = 16;

    private final Lineup lineup;
    private final BroadcastAlgorithm algorithm;
    private final SiteLinks links;
    private final Moments moments;
    private final Clocks whole;
    private final double[] first;
    private final double[] done;

    /**
     * What ranks do while the panel comes: from {@code idle} (its clock when it can receive) to {@code busyUntil} it computes
     * and looks after messages every {@code gap} seconds.
     */
    record Moments(Clocks idle, double[] busyUntil, double[] gap) {

        /** When a rank takes what has come at {@code time}. */
        double taken(int member, double time) {
            if (time >= busyUntil[member]) {
                return time;
            }
            return Math.min(busyUntil[member], Math.max(time, idle.at(member)) + (time > idle.at(member) ? gap[member] / 2 : 0));
        }
    }

    BroadcastReplay(Lineup lineup, BroadcastAlgorithm algorithm, SiteLinks links, Moments moments) {
        this.lineup = lineup;
        this.algorithm = algorithm;
        this.links = links;
        this.moments = moments;
        whole = new Clocks(lineup.size());
        first = new double[lineup.size()];
        done = new double[lineup.size()];
    }

    /**
     * Sends along virtual row r from the member {@code root}; the clocks of {@code arrival} wait until each rank has the
     * panel and has passed it on.
     */
    void send(int r, int root, double bytes, Clocks arrival) {
        int[] members = lineup.rowMembers[r];
        if (members.length == 1) {
            return;
        }
        int start = 0;
        while (members[start] != root) {
            start++;
        }
        whole.set(root, moments.idle(), root);
        first[root] = whole.at(root);
        for (int m : members) {
            done[m] = 0;
        }
        if (algorithm == BroadcastAlgorithm.LONG || algorithm == BroadcastAlgorithm.LONG_M) {
            spreadAndRoll(members, start, bytes);
        } else {
            rings(members, start, bytes);
        }
        for (int m : members) {
            arrival.await(m, whole, m);
            arrival.moveTo(m, Clocks.BROADCAST, done[m]);
        }
    }

    private void rings(int[] members, int start, double bytes) {
        int size = members.length;
        boolean modified = algorithm == BroadcastAlgorithm.RING_M || algorithm == BroadcastAlgorithm.TWO_RING_M;
        boolean two = algorithm == BroadcastAlgorithm.TWO_RING || algorithm == BroadcastAlgorithm.TWO_RING_M;
        int firstHead = modified ? 2 : 1;
        int secondHead = two ? (size + 1) / 2 : firstHead;
        int heads = secondHead > firstHead && secondHead < size ? 2 : 1;
        double held = 0;
        if (modified) {
            hop(members[start], member(members, start, 1), bytes, bytes, 1, 0);
            held = bytes * lineup.link(members[start], member(members, start, 1)).secondsPerByte();
        }
        double segment = Math.min(bytes, Math.max(MIN_SEGMENT, bytes / MAX_SEGMENTS));
        for (int i = firstHead; i < size; i++) {
            boolean head = i == firstHead || i == secondHead;
            hop(head ? members[start] : member(members, start, i - 1), member(members, start, i), bytes, segment, head ? heads : 1,
                    head ? held : 0);
        }
    }

    private static int member(int[] members, int start, int relative) {
        return members[(start + relative) % members.length];
    }

    /**
     * One message from a to b, in segments, of which {@code streams} leave a at once. Both are done when it has been taken:
     * long messages wait for their receiver.
     */
    private void hop(int a, int b, double bytes, double segment, int streams, double held) {
        LinkCost link = lineup.link(a, b);
        double perByte = link.secondsPerByte() * streams;
        double begin = first[a] + held;
        if (lineup.site[a] != lineup.site[b]) {
            begin = links.cross(lineup.site[a], lineup.site[b], begin, bytes, bytes * link.secondsPerByte());
        }
        double firstHere = begin + link.latency() + segment * perByte;
        double lastHere = Math.max(whole.at(a) + link.latency() + segment * link.secondsPerByte(),
                begin + link.latency() + bytes * perByte);
        whole.set(b, whole, a);
        whole.moveTo(b, Clocks.BROADCAST, lastHere);
        whole.await(b, moments.idle(), b);
        whole.moveTo(b, Clocks.BROADCAST, moments.taken(b, lastHere));
        first[b] = moments.taken(b, Math.max(firstHere, moments.idle().at(b)));
        done[b] = Math.max(done[b], whole.at(b));
        done[a] = Math.max(done[a], whole.at(b));
    }

    /** Pieces down a tree, then around a ring in which all take part: all end together, but for their polls. */
    private void spreadAndRoll(int[] members, int start, double bytes) {
        int root = members[start];
        boolean modified = algorithm == BroadcastAlgorithm.LONG_M;
        int from = modified ? 2 : 1;
        double held = 0;
        if (modified) {
            hop(root, member(members, start, 1), bytes, bytes, 1, 0);
            held = bytes * lineup.link(root, member(members, start, 1)).secondsPerByte();
        }
        int parts = members.length - from + 1;
        double share = bytes * (parts - 1) / parts;
        double end = first[root] + held;
        double latency = 0;
        double perByte = 0;
        int previous = root;
        for (int i = from; i < members.length; i++) {
            int m = member(members, start, i);
            LinkCost link = lineup.link(previous, m);
            latency = Math.max(latency, link.latency());
            perByte = Math.max(perByte, link.secondsPerByte());
            end = Math.max(end, moments.idle().at(m));
            if (lineup.site[previous] != lineup.site[m]) {
                end = links.cross(lineup.site[previous], lineup.site[m], end, share, share * link.secondsPerByte());
            }
            previous = m;
        }
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, parts - 1));
        end += rounds * latency + share * perByte + (parts - 1) * (latency + bytes / parts * perByte);
        for (int i = from; i < members.length; i++) {
            int m = member(members, start, i);
            whole.set(m, whole, root);
            whole.await(m, moments.idle(), m);
            whole.moveTo(m, Clocks.BROADCAST, moments.taken(m, end));
            done[m] = whole.at(m);
            done[root] = Math.max(done[root], end);
        }
    }
}
