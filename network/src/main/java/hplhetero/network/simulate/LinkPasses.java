package hplhetero.network.simulate;

import java.util.Arrays;

/** The messages that flow over each link, as passes of {@link Messages}. The passes of a link have no order. For one thread. */
final class LinkPasses {
    private final Messages messages;
    /** Number of passes of each link, indexed by link. */
    private final int[] count;
    /** Passes of each link, in the first {@link #count} entries; indexed by link. */
    private final int[][] passes;
    /** Place of each pass in the list of its link, indexed by pass. */
    private int[] place = new int[0];
    /** Links over which something flows, in the first {@link #activeCount} entries. */
    private final int[] active;
    /** Place in {@link #active} of each link over which something flows, indexed by link. */
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

    /** Forgets all messages, so that nothing flows over any link. */
    void clear() {
        Arrays.fill(count, 0);
        activeCount = 0;
        total = 0;
    }

    /** Returns the number of messages that flow over a link. */
    int count(int link) {
        return count[link];
    }

    /** Returns the number of pairs of a flowing message and a link on its route. */
    int total() {
        return total;
    }

    /**
     * Returns the messages that flow over a link, as numbers of passes of {@link Messages}, in the first {@link #count} entries of the
     * array. The array is not copied.
     */
    int[] of(int link) {
        return passes[link];
    }

    /** Returns the number of links over which something flows. */
    int active() {
        return activeCount;
    }

    /** Returns the link at index {@code at}, from 0, among the {@link #active()} links over which something flows. */
    int active(int at) {
        return active[at];
    }

    /**
     * Notes that a message begins to flow over a link.
     *
     * @param pass number of the pass in {@link Messages}: the message on this link
     */
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

    /**
     * Notes that a message no longer flows over a link.
     *
     * @param pass number of the pass in {@link Messages}: the message on this link
     */
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
