package hplhetero.hpl.simulate;

import hplhetero.hpl.grid.LocalLayout;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.simulate.Observer;
import hplhetero.network.simulate.Program;
import hplhetero.network.simulate.VirtualRanks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The programs of all ranks on their way through the script, and the traffics that they join: the rank that comes first makes a traffic.
 * One thread.
 */
final class RunProgram implements Program, Observer {
    private static final int FEWEST = 256;
    private static final int COMPUTING = 0;

    /** The purpose of a traffic. */
    private enum Purpose {
        PANEL(Activity.WAITING_FOR_PANEL), PIVOTS(Activity.WAITING_FOR_PIVOTS), ROWS_AHEAD(Activity.WAITING_FOR_ROWS),
        ROWS(Activity.WAITING_FOR_ROWS);

        private final Activity waiting;

        Purpose(Activity waiting) {
            this.waiting = waiting;
        }
    }

    /** A traffic that some of its ranks have not joined yet. */
    private static final class Pending {
        final int traffic;
        int missing;

        Pending(int traffic, int missing) {
            this.traffic = traffic;
            this.missing = missing;
        }
    }

    /**
     * A key by which ranks find a traffic that another rank has made.
     *
     * @param purpose what the traffic is for
     * @param panel   panel of the traffic
     * @param line    virtual row, virtual column or block column of the traffic, by purpose
     * @param part    number of the part in its column
     */
    private record Key(Purpose purpose, int panel, int line, int part) {
    }

    private final RunShape shape;
    private final int slots;
    private final boolean multiThreaded;
    private final Spans spans;
    private final IntConsumer stepsDone;
    /** Programs of the ranks, indexed by rank of the world; null for a rank without cells. */
    private final RankProgram[] programs;
    private final List<RankProgram> all = new ArrayList<>();
    private final Map<Key, Pending> pending = new HashMap<>();
    private VirtualRanks machine;
    // what each traffic is for, indexed by number of the traffic
    private Purpose[] purpose = new Purpose[FEWEST];
    private int[] panelOf = new int[FEWEST];
    private int[] columnOf = new int[FEWEST];
    private int[] partOf = new int[FEWEST];
    // sum over the ranks of when each step ended, in seconds, and the number of these ranks, indexed by step
    private final double[] ended;
    private final int[] endedRanks;

    /**
     * Creates the programs of all ranks that own cells.
     *
     * @param layouts   layouts of the ranks that own cells
     * @param costs     costs of each rank's arithmetic, indexed by rank of the world
     * @param slots     number of panels in use at once
     * @param stepsDone hears how many steps all ranks have done
     */
    RunProgram(RunShape shape, Iterable<LocalLayout> layouts, RankCosts[] costs, int slots, StepScript script, Spans spans,
            IntConsumer stepsDone) {
        this.shape = shape;
        this.slots = slots;
        this.spans = spans;
        this.stepsDone = stepsDone;
        boolean several = false;
        for (LocalLayout layout : layouts) {
            several |= costs[layout.rank()].workers() > 1;
        }
        multiThreaded = several;
        programs = new RankProgram[costs.length];
        for (LocalLayout layout : layouts) {
            int rank = layout.rank();
            programs[rank] = new RankProgram(this, script, layout, costs[rank], new TimeUse(rank, spans));
            all.add(programs[rank]);
        }
        ended = new double[shape.map.panels()];
        endedRanks = new int[ended.length];
    }

    @Override
    public void begin(VirtualRanks machine) {
        this.machine = machine;
        all.forEach(RankProgram::advance);
    }

    @Override
    public void done(int rank, int traffic) {
        switch (purpose[traffic]) {
            case PANEL -> programs[rank].received(panelOf[traffic]);
            case PIVOTS, ROWS_AHEAD -> programs[rank].done();
            case ROWS -> programs[rank].swapped(columnOf[traffic], partOf[traffic]);
        }
    }

    @Override
    public void woken(int rank, int what) {
        programs[rank].woken();
    }

    @Override
    public void computes(int rank, double from, double to, int what) {
        // nothing to do: the rank's program keeps its own time
    }

    @Override
    public void message(int traffic, int from, int to, long bytes, double sent, double begun, double arrived, int limitedBy) {
        spans.came(to, purpose[traffic].waiting, limitedBy);
    }

    /** Returns the virtual rows and columns of the run. */
    RunShape shape() {
        return shape;
    }

    /** Returns the number of panels in use at once. */
    int slots() {
        return slots;
    }

    /** Returns whether some rank has several workers. */
    boolean multiThreaded() {
        return multiThreaded;
    }

    /** Returns the present moment of virtual time, in seconds from the start of the run. */
    double now() {
        return machine.now();
    }

    /**
     * Lets a rank's thread compute from now on; {@link RankProgram#woken} is called when it has finished.
     *
     * @param rank    number of the rank in the world
     * @param seconds seconds of computing
     * @param pollGap seconds between two polls of messages while it computes
     */
    void compute(int rank, double seconds, double pollGap) {
        machine.compute(rank, seconds, pollGap, COMPUTING);
    }

    /** Lets a rank join the broadcast of panel j along virtual row r. */
    void joinBroadcast(int rank, int j, int r) {
        join(rank, Purpose.PANEL, j, r, 0, () -> shape.broadcast(j, r));
    }

    /** Lets a rank join the factorization of block column j. */
    void joinFactorization(int rank, int j) {
        join(rank, Purpose.PIVOTS, j, 0, 0, () -> shape.factorization(j, panelSeconds(j)));
    }

    private double[] panelSeconds(int j) {
        int c = shape.map.kappa()[j];
        return Arrays.stream(shape.columnMembers[c]).mapToDouble(member -> programs[member].panelSeconds(j)).toArray();
    }

    /** Lets a rank join the swap of the rows of block column j by panel k. */
    void joinSwapAhead(int rank, int j, int k) {
        join(rank, Purpose.ROWS_AHEAD, k, j, 0, () -> shape.swap(k, shape.map.kappa()[j], shape.map.width(j)));
    }

    /** Lets a rank join the swap of the rows of a part of virtual column c by panel k. */
    void joinSwap(int rank, int k, int c, int part, int columns) {
        join(rank, Purpose.ROWS, k, c, part, () -> shape.swap(k, c, columns));
    }

    private void join(int rank, Purpose what, int panel, int line, int part, Supplier<PlacedTraffic> maker) {
        Key key = new Key(what, panel, line, part);
        Pending found = pending.get(key);
        if (found == null) {
            PlacedTraffic made = maker.get();
            found = new Pending(machine.add(made), made.traffic().ranks());
            remember(found.traffic, key);
            pending.put(key, found);
        }
        if (--found.missing == 0) {
            pending.remove(key);
        }
        machine.join(found.traffic, rank);
    }

    private void remember(int traffic, Key key) {
        if (traffic >= purpose.length) {
            int capacity = Math.max(traffic + 1, 2 * purpose.length);
            purpose = Arrays.copyOf(purpose, capacity);
            panelOf = Arrays.copyOf(panelOf, capacity);
            columnOf = Arrays.copyOf(columnOf, capacity);
            partOf = Arrays.copyOf(partOf, capacity);
        }
        purpose[traffic] = key.purpose;
        panelOf[traffic] = key.panel;
        columnOf[traffic] = key.line;
        partOf[traffic] = key.part;
    }

    /** Notes that one more rank has done panel step {@code k} at this moment of virtual time. */
    void ended(int k) {
        ended[k] += now();
        if (++endedRanks[k] == all.size()) {
            stepsDone.accept(k + 1);
        }
    }

    /** Returns the time at which a rank had done panel step {@code k}, in seconds of virtual time, averaged over the ranks. */
    double meanEnd(int k) {
        return ended[k] / all.size();
    }

    /** Returns where the time of a rank of the world went; null for a rank without cells. */
    TimeUse use(int rank) {
        return programs[rank] == null ? null : programs[rank].use();
    }
}
