package hplhetero.bench.cluster;

import hplhetero.bench.cluster.SlowedJob.Program;
import java.util.List;

/** A curve of a comparison on one cluster: the sum of the rates of jobs, most often of one. */
public enum Curve {
    WEIGHTED("ours, weighted", "#1f5fbf"),
    CELLS("ours, cells (the paper's map)", "#1f9f9f"),
    UNIFORM("ours, uniform", "#7f9fdf"),
    FAST("ours, fast ranks alone", "#9fbf3f"),
    FAST_AMONG_BUSY("ours, fast ranks alone, slow ones busy beside them", "#5f7f1f"),
    SEVERAL("ours, several processes a fast node", "#bf7fdf"),
    SINGLES("ours, sum of single ranks", "#9f9f9f"),
    AT_ONCE("ours, sum of single ranks, all at once", "#3f3f3f"),
    NETLIB("netlib HPL, uniform", "#bf3f1f"),
    NETLIB_FAST("netlib HPL, fast ranks alone", "#df9f3f"),
    NETLIB_SEVERAL("netlib HPL, several processes a fast node", "#df7f9f"),
    NETLIB_SINGLES("netlib HPL, sum of single ranks", "#5f5f5f");

    private final String title;
    private final String colour;

    Curve(String title, String colour) {
        this.title = title;
        this.colour = colour;
    }

    /** Returns the curve's name for people. */
    public String title() {
        return title;
    }

    /** Returns the curve's colour in plots. */
    public String colour() {
        return colour;
    }

    /** Returns whether the curve's jobs run netlib HPL. */
    public boolean isNetlib() {
        return name().startsWith("NETLIB");
    }

    /**
     * Returns the jobs on a cluster whose rates make up the curve's rate.
     *
     * @param weightedMap the map of the weighted curve; empty for the map that follows from the factors
     */
    public List<SlowedJob> jobs(EmulatedCluster c, String weightedMap) {
        return switch (this) {
            case WEIGHTED -> List.of(SlowedJob.ours(c, weightedMap.isEmpty() ? c.weightedMap() : weightedMap));
            case CELLS -> List.of(SlowedJob.ours(c, c.cellsMap()));
            case UNIFORM -> List.of(SlowedJob.ours(c, SlowedJob.CYCLIC));
            case FAST -> List.of(SlowedJob.ours(c.fastOnes(), SlowedJob.CYCLIC));
            case FAST_AMONG_BUSY -> List.of(SlowedJob.fastAmongBusy(c));
            case SEVERAL -> List.of(SlowedJob.ours(c.severalProcesses(), SlowedJob.CYCLIC));
            case SINGLES -> c.factors().stream().map(f -> SlowedJob.single(Program.OURS, f)).toList();
            case AT_ONCE -> List.of(SlowedJob.atOnce(c));
            case NETLIB -> List.of(SlowedJob.netlib(c));
            case NETLIB_FAST -> List.of(SlowedJob.netlib(c.fastOnes()));
            case NETLIB_SEVERAL -> List.of(SlowedJob.netlib(c.severalProcesses()));
            case NETLIB_SINGLES -> c.factors().stream().map(f -> SlowedJob.single(Program.NETLIB, f)).toList();
        };
    }
}
