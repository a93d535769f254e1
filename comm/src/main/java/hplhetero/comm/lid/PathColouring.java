package hplhetero.comm.lid;

import hplhetero.comm.schedule.Traffic;
import hplhetero.comm.topology.FatTree;
import hplhetero.comm.topology.PathTable;
import hplhetero.comm.topology.Placement;

/** Colouring the edges of each stage. */
final class PathColouring {
    private static final int NONE = -1;

    private final Placement placement;
    private final int ranks;
    /** At sender x ranks + receiver. */
    private final int[] paths;
    private final LevelColouring colouring;

    private final int[] pair;
    private final int[] from;
    private final int[] to;
    private final int[] path;
    private int messages;

    private PathColouring(LidQuestion question) {
        placement = question.placement();
        ranks = placement.ranks();
        paths = new int[Math.multiplyExact(ranks, ranks)];
        java.util.Arrays.fill(paths, NONE);
        colouring = new LevelColouring((FatTree) placement.fabric());
        pair = new int[paths.length];
        from = new int[paths.length];
        to = new int[paths.length];
        path = new int[paths.length];
    }

    static LidChoice choose(LidQuestion question) {
        if (!(question.placement().fabric() instanceof FatTree tree) || !LevelColouring.covers(tree, question.paths())) {
            throw new IllegalArgumentException("fabric=" + question.placement().fabric().name() + " paths=" + question.paths()
                    + ": to be written");
        }
        PathColouring choice = new PathColouring(question);
        for (Traffic pattern : question.patterns()) {
            for (int stage = 0; stage < pattern.stages(); stage++) {
                choice.colour(pattern, stage);
            }
        }
        return new LidChoice(PathTable.of(choice.ranks, (from, to) -> Math.max(0, choice.paths[from * choice.ranks + to])), 0);
    }

    private void colour(Traffic pattern, int stage) {
        messages = 0;
        pattern.messages(stage, this::add);
        colouring.choose(from, to, messages, path);
        for (int m = 0; m < messages; m++) {
            paths[pair[m]] = path[m];
        }
    }

    private void add(int sender, int receiver, long bytes) {
        int at = sender * ranks + receiver;
        if (bytes > 0 && !placement.together(sender, receiver) && paths[at] == NONE) {
            pair[messages] = at;
            from[messages] = placement.nodeOf(sender);
            to[messages++] = placement.nodeOf(receiver);
        }
    }
}
