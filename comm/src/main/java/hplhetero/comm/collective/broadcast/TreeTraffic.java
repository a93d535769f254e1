package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;

/** Segments follow each other down a tree, each one stage after the one before it. */
record TreeTraffic(String name, TwoLevelTree tree, Segments segments, long bytes) implements Traffic {

    @Override
    public int ranks() {
        return tree.parent().length;
    }

    @Override
    public int stages() {
        int last = Arrays.stream(tree.reached()).max().orElse(-1);
        return bytes == 0 || last < 0 ? 0 : last + segments.count(bytes);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int coming = stage - tree.reached()[rank];
        if (tree.parent()[rank] >= 0 && holds(coming)) {
            sink.receive(tree.parent()[rank], segments.length(bytes, coming));
        }
        for (int child : tree.children()[rank]) {
            int going = stage - tree.reached()[child];
            if (holds(going)) {
                sink.send(child, segments.length(bytes, going));
            }
        }
    }

    private boolean holds(int segment) {
        return segment >= 0 && segment < segments.count(bytes);
    }
}
