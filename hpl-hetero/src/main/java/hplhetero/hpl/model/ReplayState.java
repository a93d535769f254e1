package hplhetero.hpl.model;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import java.util.Arrays;

/** The state of a replayed run: the clocks of all ranks, what is left of the matrix, which panels are on their way. Owner: one thread. */
final class ReplayState {
    final ModelInputs inputs;
    final BlockMap map;
    /** Distance between panels that are replayed: 1 where all are. */
    final int stride;
    /** Look-ahead depth, in panels. */
    final int ahead;
    /** Whether some rank has several workers. */
    final boolean multiThreaded;
    final TrailingSizes left;
    final PresentCosts costs;
    final RankClocks clocks;
    /** Number of workers of each rank that share the work on the next panel, indexed by member of the map. */
    final int[] team;
    /** Seconds for which all workers of each rank compute, indexed by member of the map. */
    final double[] busy;
    /** Seconds from the start of the run at which each rank's update ends, indexed by member of the map. */
    final double[] updateEnd;
    /** Seconds between two looks at messages while each rank updates, indexed by member of the map. */
    final double[] pollGap;
    /** Seconds of updates of each rank since it last met its column, indexed by member of the map. */
    final double[] sinceMeeting;
    final SiteLinks siteLinks;
    private final StepChoices steps;
    private final StepChoice given;
    private final RankClocks[] arrival;

    /**
     * Creates the state of a run that has not begun.
     *
     * @param steps  broadcast and row swap of each panel, in place of the variant's, where these are chosen
     * @param causes whether clocks keep where their time went
     * @param stride distance between panels that are replayed
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
        costs = new PresentCosts(inputs);
        int size = inputs.size();
        clocks = new RankClocks(size, causes);
        team = new int[size];
        formAll();
        busy = new double[size];
        updateEnd = new double[size];
        pollGap = new double[size];
        sinceMeeting = new double[size];
        siteLinks = new SiteLinks(inputs.sites);
        arrival = new RankClocks[ahead + 1];
        Arrays.setAll(arrival, slot -> clocks.alike(size));
    }

    /**
     * Begins a part of the run, with no panel ahead.
     *
     * @param from    first panel of the part
     * @param seconds seconds from the start of the run at which all ranks begin the part, no earlier than any clock
     */
    void begin(int from, double seconds) {
        clocks.start(seconds);
        Arrays.fill(sinceMeeting, 0);
        left.rowsFrom(from);
        left.colsFrom(from);
        ended(from);
    }

    /** Notes that so many panels of the run have been applied on all ranks. */
    void ended(int panels) {
        costs.moveTo(Math.min(1, panels * (double) map.nb() / map.n()), clocks, stride);
    }

    /** Makes all workers of each rank that may share the work on a panel members of its team. */
    void formAll() {
        Arrays.setAll(team, i -> Math.min(inputs.workers[i], inputs.panel[i].team()));
    }

    /** Returns the broadcast and the row swap of panel k. */
    StepChoice choice(int k) {
        return steps.phases().isEmpty() ? given : steps.phases().get(steps.phase(k, map.panels())).choice();
    }

    /**
     * Returns the clocks of the arrival of panel j: one clock for each rank, indexed by member of the map, which stands at the time when
     * the rank has the panel.
     */
    RankClocks arrival(int j) {
        return arrival[j / stride % arrival.length];
    }

    /** Multiplies all times so far by the distance between replayed panels, since each replayed panel stands for so many. */
    void stretch() {
        for (int i = 0; i < busy.length; i++) {
            busy[i] *= stride;
        }
        clocks.stretch(stride);
    }
}
