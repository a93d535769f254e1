package hplhetero.network.simulate;

import hplhetero.network.topology.Fabric;
import java.util.OptionalInt;

/** The result of a run of {@link Simulator}. Times are virtual seconds since the start of the run. Immutable. */
public final class Simulation {
    private final Fabric fabric;
    /** Time in seconds at which each rank was done, indexed by rank. */
    private final double[] done;
    /** Whether each rank took part in anything, indexed by rank. */
    private final boolean[] takesPart;
    private final long messages;
    /** Bytes that passed each link, indexed by link. */
    private final double[] bytes;

    /**
     * Makes a result. The arrays are not copied.
     *
     * @param fabric    the simulated network
     * @param done      time at which each rank was done, seconds, indexed by rank
     * @param takesPart whether each rank took part in anything, indexed by rank
     * @param messages  number of messages sent
     * @param bytes     bytes that passed each link, indexed by link
     */
    Simulation(Fabric fabric, double[] done, boolean[] takesPart, long messages, double[] bytes) {
        this.fabric = fabric;
        this.done = done;
        this.takesPart = takesPart;
        this.messages = messages;
        this.bytes = bytes;
    }

    /** Returns the time in seconds at which the last rank is done. */
    public double seconds() {
        double last = 0;
        for (double each : done) {
            last = Math.max(last, each);
        }
        return last;
    }

    /**
     * Returns the time in seconds at which a rank is done with all that it computes, sends and receives; 0 if this is nothing.
     *
     * @param rank rank of the placement, from 0
     */
    public double seconds(int rank) {
        return done[rank];
    }

    /**
     * Returns the mean time in seconds at which ranks are done, over the ranks that belong to a simulated traffic, such as one broadcast,
     * even where they send nothing; 0 where there is no such rank.
     */
    public double meanSeconds() {
        double sum = 0;
        int count = 0;
        for (int rank = 0; rank < done.length; rank++) {
            sum += done[rank];
            count += takesPart[rank] ? 1 : 0;
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Returns the number of messages that were sent, messages without bytes included. */
    public long messages() {
        return messages;
    }

    /**
     * Returns the bytes that passed a link of the fabric in its one direction; each cable has a link for either.
     *
     * @param link number of the link, from 0
     */
    public double bytes(int link) {
        return bytes[link];
    }

    /**
     * Returns the load of a link: the bytes that passed it, divided by its bandwidth. The bandwidth has no unit: it is relative to that of
     * a usual link to a node, or to what the fabric takes as its base.
     *
     * @param link number of the link, from 0
     */
    public double load(int link) {
        return bytes[link] / fabric.bandwidth(link);
    }

    /**
     * Returns the number of the link with the most bytes for its bandwidth, the lowest of several; empty where no bytes passed any link.
     */
    public OptionalInt busiestLink() {
        int busiest = -1;
        double most = 0;
        for (int link = 0; link < bytes.length; link++) {
            if (bytes[link] > 0 && load(link) > most) {
                most = load(link);
                busiest = link;
            }
        }
        return busiest < 0 ? OptionalInt.empty() : OptionalInt.of(busiest);
    }
}
