package hplhetero.network.simulate;

import hplhetero.network.topology.Fabric;
import java.util.OptionalInt;

/** What a {@link Simulator} saw. Times count from where all ranks began. Immutable. */
public final class Simulation {
    private final Fabric fabric;
    private final double[] done;
    private final boolean[] takesPart;
    private final long messages;
    private final double[] bytes;

    /** @param done of each rank, seconds; as the other arrays not copied */
    Simulation(Fabric fabric, double[] done, boolean[] takesPart, long messages, double[] bytes) {
        this.fabric = fabric;
        this.done = done;
        this.takesPart = takesPart;
        this.messages = messages;
        this.bytes = bytes;
    }

    /** When the last rank is done. */
    public double seconds() {
        double last = 0;
        for (double each : done) {
            last = Math.max(last, each);
        }
        return last;
    }

    /** When this rank of the placement is done with all that it takes part in; 0 if that is nothing. */
    public double seconds(int rank) {
        return done[rank];
    }

    /** When ranks are done, the mean over those that take part in something; 0 where none does. */
    public double meanSeconds() {
        double sum = 0;
        int count = 0;
        for (int rank = 0; rank < done.length; rank++) {
            sum += done[rank];
            count += takesPart[rank] ? 1 : 0;
        }
        return count == 0 ? 0 : sum / count;
    }

    /** That were sent, also those without bytes. */
    public long messages() {
        return messages;
    }

    /** That passed a link of the fabric. */
    public double bytes(int link) {
        return bytes[link];
    }

    /** {@link #bytes} / the link's bandwidth in the fabric's units. */
    public double load(int link) {
        return bytes[link] / fabric.bandwidth(link);
    }

    /** The link with the greatest load, of several the first; none where no bytes passed any. */
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
