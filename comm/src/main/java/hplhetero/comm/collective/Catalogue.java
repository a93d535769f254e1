package hplhetero.comm.collective;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.allgather.AllgatherKind;
import hplhetero.comm.collective.allgather.FlatAllgather;
import hplhetero.comm.collective.allgather.TorusAllgather;
import hplhetero.comm.collective.allreduce.AllreduceKind;
import hplhetero.comm.collective.allreduce.FlatAllreduce;
import hplhetero.comm.collective.allreduce.TorusAllreduce;
import hplhetero.comm.collective.broadcast.BroadcastKind;
import hplhetero.comm.collective.broadcast.FlatBroadcast;
import hplhetero.comm.collective.broadcast.TorusBroadcast;
import hplhetero.comm.collective.broadcast.TwoLevelBroadcast;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.topology.Box;
import hplhetero.network.topology.Locality;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The algorithms of the collectives that have some only for certain placements. */
record Catalogue(List<BroadcastKind> broadcasts, List<AllgatherKind> allgathers, List<AllreduceKind> allreduces) {
    /** The algorithms that work wherever ranks sit. */
    static final Catalogue PLAIN = new Catalogue(List.of(FlatBroadcast.values()), List.of(FlatAllgather.values()),
            List.of(FlatAllreduce.values()));

    /** Returns the algorithms that work wherever ranks sit, and those that exploit this placement if it offers anything to exploit. */
    static Catalogue of(Placement placement) {
        Catalogue all = new Catalogue(new ArrayList<>(PLAIN.broadcasts), new ArrayList<>(PLAIN.allgathers),
                new ArrayList<>(PLAIN.allreduces));
        all.addTwoLevels(placement);
        Box.of(placement).ifPresent(all::addTorus);
        return new Catalogue(List.copyOf(all.broadcasts), List.copyOf(all.allgathers), List.copyOf(all.allreduces));
    }

    /**
     * Adds two-level broadcasts for each locality (host, switch, line) that makes several groups, at least one of several ranks. A locality
     * that groups ranks exactly as an earlier one adds nothing.
     */
    private void addTwoLevels(Placement placement) {
        List<int[]> known = new ArrayList<>();
        for (Locality locality : Locality.values()) {
            int[] groups = locality.groups(placement);
            long count = Arrays.stream(groups).distinct().count();
            if (count > 1 && count < groups.length && known.stream().noneMatch(same -> Arrays.equals(same, groups))) {
                known.add(groups);
                String label = "two-level-" + locality.label();
                broadcasts.add(new TwoLevelBroadcast(label, TwoLevelBroadcast.Shape.BINOMIAL, Sites.of(groups)));
                broadcasts.add(new TwoLevelBroadcast(label + "-chain", TwoLevelBroadcast.Shape.CHAIN, Sites.of(groups)));
            }
        }
    }

    /** Adds the algorithms along the dimensions of a torus, if the box has several dimensions and each length is a power of two. */
    private void addTorus(Box box) {
        if (box.lengths().length < 2 || !Arrays.stream(box.lengths()).allMatch(length -> Integer.bitCount(length) == 1)) {
            return;
        }
        Butterfly[] ports = Butterfly.multiportSwing(box.lengths());
        Arrays.setAll(ports, port -> ports[port].seated(box.cells()));
        broadcasts.add(new TorusBroadcast("scatter-swing-torus", ports[0]));
        allgathers.add(new TorusAllgather("swing-torus", ports[0]));
        allgathers.add(new TorusAllgather("swing-torus-multiport", ports));
        allreduces.add(new TorusAllreduce("swing-torus", ports[0]));
        allreduces.add(new TorusAllreduce("swing-torus-multiport", ports));
    }
}
