package hplhetero.hpl.model.network;

/** A counter of what passes each link at the same time. One thread. */
final class LinkLoads {
    private final FabricCosts costs;
    /** Amount that has passed each link or memory, in the caller's unit, indexed by number of the link or memory. */
    private final double[] passed;
    private final int[] used;
    private int usedCount;
    private final int[] path;

    LinkLoads(FabricCosts costs) {
        this.costs = costs;
        passed = new double[costs.numbers()];
        used = new int[passed.length];
        path = costs.scratch();
    }

    /** Forgets all messages: nothing passes any link. */
    void clear() {
        for (int i = 0; i < usedCount; i++) {
            passed[used[i]] = 0;
        }
        usedCount = 0;
    }

    /**
     * Adds a message to all links of its route.
     *
     * @param from  world rank that sends
     * @param to    world rank that receives
     * @param bytes bytes of the message, in any unit that is the same for all, &gt; 0
     */
    void add(int from, int to, double bytes) {
        int length = costs.path(from, to, path);
        for (int i = 0; i < length; i++) {
            if (passed[path[i]] == 0) {
                used[usedCount++] = path[i];
            }
            passed[path[i]] += bytes;
        }
    }

    /**
     * Returns the seconds until the slowest link of a message's route is done with all that passes it: the maximum over its links of bytes
     * x seconds a byte.
     *
     * @param from world rank that sends
     * @param to   world rank that receives
     */
    double seconds(int from, int to) {
        int length = costs.path(from, to, path);
        double most = 0;
        for (int i = 0; i < length; i++) {
            most = Math.max(most, passed[path[i]] * costs.perByte(path[i]));
        }
        return most;
    }

    /**
     * Returns the seconds that an empty message takes between two ranks.
     *
     * @param from world rank that sends
     * @param to   world rank that receives
     */
    double startUp(int from, int to) {
        return costs.startUp(from, to, costs.path(from, to, path));
    }
}
