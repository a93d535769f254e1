package hplhetero.comm.model;

import hplhetero.comm.topology.Fabric;
import java.util.Arrays;

/**
 * Counts what passes each link in a stage. Links are numbered anew as messages come to them, so that a stage costs as much as the
 * part of the fabric that is used. One thread.
 */
final class LinkLoads {
    private final Fabric fabric;
    /** Of each link of the fabric: its place below, and one; 0 before it is used. */
    private final int[] placeOf;

    private int used;
    private int[] link = new int[64];
    private long[] amount = new long[64];
    /** 1 / bandwidth. */
    private double[] weight = new double[64];
    private boolean unlike;

    LinkLoads(Fabric fabric) {
        this.fabric = fabric;
        placeOf = new int[fabric.links()];
    }

    /** @param route its first {@code hops} links */
    void add(int[] route, int hops, long what) {
        for (int i = 0; i < hops; i++) {
            int place = placeOf[route[i]];
            if (place == 0) {
                place = use(route[i]);
            }
            amount[place - 1] += what;
        }
    }

    private int use(int id) {
        if (used == link.length) {
            link = Arrays.copyOf(link, 2 * used);
            amount = Arrays.copyOf(amount, 2 * used);
            weight = Arrays.copyOf(weight, 2 * used);
        }
        link[used] = id;
        amount[used] = 0;
        weight[used] = 1 / fabric.bandwidth(id);
        unlike |= weight[used] != 1;
        placeOf[id] = ++used;
        return used;
    }

    /** The place of the link with the greatest load, of several that of the first link; -1 where nothing passed any. */
    int worst() {
        if (!unlike) {
            return alike();
        }
        int worst = -1;
        double most = 0;
        for (int place = 0; place < used; place++) {
            double load = amount[place] * weight[place];
            if (load > most || load == most && load > 0 && link[place] < link[worst]) {
                most = load;
                worst = place;
            }
        }
        return worst;
    }

    private int alike() {
        long most = 0;
        for (int place = 0; place < used; place++) {
            most = Math.max(most, amount[place]);
        }
        int worst = -1;
        for (int place = 0; place < used && most > 0; place++) {
            if (amount[place] == most && (worst < 0 || link[place] < link[worst])) {
                worst = place;
            }
        }
        return worst;
    }

    int link(int place) {
        return place < 0 ? StageLoad.NO_LINK : link[place];
    }

    double load(int place) {
        return place < 0 ? 0 : amount[place] * weight[place];
    }

    /** Adds all to a sum by link of the fabric. */
    void addTo(LinkLoads sum) {
        for (int place = 0; place < used; place++) {
            if (amount[place] != 0) {
                int other = sum.placeOf[link[place]];
                if (other == 0) {
                    other = sum.use(link[place]);
                }
                sum.amount[other - 1] += amount[place];
            }
        }
    }

    void clear() {
        Arrays.fill(amount, 0, used, 0);
    }
}
