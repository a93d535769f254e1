package hplhetero.hpl.model;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import java.util.Arrays;

/** Where a replayed run is: the clocks of all ranks, what is left of the matrix, which panels are on their way. Owner: one thread. */
final class ReplayState {
    final ModelInputs inputs;
    final BlockMap map;
    /** Every how manyth panel is replayed. */
    final int stride;
    /** Look-ahead depth. */
    final int ahead;
    /** Whether some rank has several workers. */
    final boolean multiThreaded;
    final TrailingSizes left;
    final RankClocks clocks;
    /** Of each rank, seconds for which all of its workers compute. */
    final double[] busy;
    /** Of each rank, when its update ends. */
    final double[] updateEnd;
    /** Of each rank, seconds between two looks at messages while it updates. */
    final double[] pollGap;
    /** Of each rank, seconds of updates since it last met its column. */
    final double[] sinceMeeting;
    final SiteLinks siteLinks;
    private final StepChoices steps;
    private final StepChoice given;
    private final RankClocks[] arrival;

    /**
     * @param steps  what panels take in place of the variant's broadcast and row swap, where these are chosen
     * @param causes whether clocks keep where their time went
     */
    ReplayState(ModelInputs inputs, SolveVariant variant, StepChoices steps, boolean causes, int stride) {
        this.steps = steps;
        given = new StepChoice(variant.broadcast(), variant.swap());
        this.inputs = inputs;
        this.stride = stride;
        map = inputs.map;
        ahead = map.lookAhead(variant.depth());
        multiThreaded = Arrays.stream(inputs.workers).anyMatch(workers -> workers > 1);
        left = new TrailingSizes(map);
        int size = inputs.size();
        clocks = new RankClocks(size, causes);
        busy = new double[size];
        updateEnd = new double[size];
        pollGap = new double[size];
        sinceMeeting = new double[size];
        siteLinks = new SiteLinks(inputs.sites);
        arrival = new RankClocks[ahead + 1];
        Arrays.setAll(arrival, slot -> clocks.alike(size));
    }

    /** What panel k takes. */
    StepChoice choice(int k) {
        return steps.phases().isEmpty() ? given : steps.phases().get(steps.phase(k, map.panels())).choice();
    }

    /** When panel j arrives at each rank. */
    RankClocks arrival(int j) {
        return arrival[j / stride % arrival.length];
    }

    /** All that has happened happened {@code stride} times. */
    void stretch() {
        for (int i = 0; i < busy.length; i++) {
            busy[i] *= stride;
        }
        clocks.stretch(stride);
    }
}
