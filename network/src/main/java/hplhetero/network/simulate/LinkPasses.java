package hplhetero.network.simulate;

import java.util.Arrays;

/** What flows over each link: passes of messages, in no order that means anything. One thread. */
final class LinkPasses {
    private final Messages messages;
    private final int[] count;
    private final int[][] passes;
    /** Of each pass: where it stands among those of its link. */
    private int[] place = new int[0];
    /** The links that have any; of each, where it stands there. */
    private final int[] active;
    private final int[] activePlace;
    private int activeCount;
    private int total;

    LinkPasses(Messages messages, int links) {
        this.messages = messages;
        count = new int[links];
        passes = new int[links][];
        Arrays.fill(passes, new int[0]);
        active = new int[links];
        activePlace = new int[links];
    }

    void clear() {
        Arrays.fill(count, 0);
        activeCount = 0;
        total = 0;
    }

    int count(int link) {
        return count[link];
    }

    /** Of all links. */
    int total() {
        return total;
    }

    /** Of a link; the first {@link #count}. */
    int[] of(int link) {
        return passes[link];
    }

    /** Links that have any. */
    int active() {
        return activeCount;
    }

    int active(int at) {
        return active[at];
    }

    void add(int pass) {
        if (pass >= place.length) {
            place = Arrays.copyOf(place, messages.passCapacity());
        }
        int link = messages.link[pass];
        int at = count[link]++;
        total++;
        if (at == 0) {
            activePlace[link] = activeCount;
            active[activeCount++] = link;
        }
        if (at == passes[link].length) {
            passes[link] = Arrays.copyOf(passes[link], Math.max(2, 2 * at));
        }
        passes[link][at] = pass;
        place[pass] = at;
    }

    void remove(int pass) {
        int link = messages.link[pass];
        int last = passes[link][--count[link]];
        total--;
        passes[link][place[pass]] = last;
        place[last] = place[pass];
        if (count[link] == 0) {
            int moved = active[--activeCount];
            active[activePlace[link]] = moved;
            activePlace[moved] = activePlace[link];
        }
    }
}
