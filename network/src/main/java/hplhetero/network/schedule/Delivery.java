package hplhetero.network.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How the buffer of one rank, the root, comes to all others: whole from one other rank, which passes segments on as they come (a hop), or
 * in pieces that ranks exchange. What a broadcast sends follows from it, for a buffer of any size. Immutable; for any thread.
 */
public final class Delivery {
    private static final Hop[] NO_HOPS = {};

    private final String name;
    /** By receiver; null for who gets no hop. */
    private final Hop[] incoming;
    /** By sender, in the order in which they are served. */
    private final Hop[][] outgoing;
    /** Of each way to cut the buffer, the hop that begins last. */
    private final List<Hop> latest;
    private final Exchange exchange;

    private Delivery(String name, Hop[] incoming, Hop[][] outgoing, List<Hop> latest, Exchange exchange) {
        this.name = name;
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.latest = List.copyOf(latest);
        this.exchange = exchange;
    }

    /**
     * The whole buffer from one rank to another, a segment a stage.
     *
     * @param begins the stage of the first segment; the sender has each segment before its stage
     */
    public record Hop(int from, int to, int begins, Segments segments) {

        /** The stage after that of the last segment of so many bytes. */
        int end(long bytes) {
            return begins + segments.count(bytes);
        }

        /** Whether a segment of so many bytes is sent at a stage. */
        boolean sends(int stage, long bytes) {
            int segment = stage - begins;
            return segment >= 0 && segment < segments.most() && segment < segments.count(bytes);
        }
    }

    /** What ranks send of a buffer that is cut into pieces, until each of them has all; beside hops or after them. */
    public interface Exchange {
        /** Into how many pieces the buffer is cut. */
        int pieces();

        /** The stage after its last one; the first stages may be without any message of it. */
        int stages();

        /** Whether ranks are sent again what they have. */
        default boolean repeats() {
            return false;
        }

        /** What a rank sends and receives in a stage, as stretches; those without bytes are left out. Allocates nothing. */
        void stage(int stage, int rank, Cuts cuts, Traffic.Sink sink);
    }

    /** Takes hops, those of one sender in the order in which it serves them. One thread. */
    public static final class Builder {
        private final String name;
        private final Hop[] incoming;
        private final Hop[][] outgoing;
        private final int[] served;
        private final List<Hop> latest = new ArrayList<>();
        private Exchange exchange;

        /** @param name for people, such as {@code 1ring} */
        public Builder(String name, int ranks) {
            this.name = name;
            incoming = new Hop[ranks];
            outgoing = new Hop[ranks][];
            served = new int[ranks];
            Arrays.fill(outgoing, NO_HOPS);
        }

        /** As {@link Hop} has it; a rank gets at most one. */
        public Builder hop(int from, int to, int begins, Segments segments) {
            if (incoming[to] != null) {
                throw new IllegalArgumentException("to=" + to + ": gets the buffer from " + incoming[to].from() + " already");
            }
            Hop hop = new Hop(from, to, begins, segments);
            incoming[to] = hop;
            if (served[from] == outgoing[from].length) {
                outgoing[from] = Arrays.copyOf(outgoing[from], Math.max(1, 2 * served[from]));
            }
            outgoing[from][served[from]++] = hop;
            latest.removeIf(other -> other.segments().equals(segments) && other.begins() <= begins);
            if (latest.stream().noneMatch(other -> other.segments().equals(segments))) {
                latest.add(hop);
            }
            return this;
        }

        /** Of the ranks without a hop. */
        public Builder exchange(Exchange exchange) {
            this.exchange = exchange;
            return this;
        }

        public Delivery build() {
            for (int rank = 0; rank < served.length; rank++) {
                outgoing[rank] = Arrays.copyOf(outgoing[rank], served[rank]);
            }
            return new Delivery(name, incoming, outgoing, latest, exchange);
        }
    }

    public int ranks() {
        return incoming.length;
    }

    /** How a rank gets the whole buffer; empty for the root and for who takes part in the {@link #exchange}. */
    public Optional<Hop> hopTo(int rank) {
        return Optional.ofNullable(incoming[rank]);
    }

    /** Whom a rank sends the whole buffer to, in this order. */
    public List<Hop> hopsFrom(int rank) {
        return List.of(outgoing[rank]);
    }

    /** Of the ranks without a hop. */
    public Optional<Exchange> exchange() {
        return Optional.ofNullable(exchange);
    }

    /** Whether ranks are sent again what they have. */
    public boolean repeats() {
        return exchange != null && exchange.repeats();
    }

    /** What is sent of a buffer of so many bytes: stretches of it. */
    public Traffic of(long bytes) {
        int stages = exchange == null ? 0 : exchange.stages();
        for (Hop hop : latest) {
            stages = Math.max(stages, hop.end(bytes));
        }
        return new Sent(this, bytes, bytes == 0 ? 0 : stages, exchange == null ? null : new Cuts(exchange.pieces(), bytes));
    }

    private record Sent(Delivery delivery, long bytes, int stages, Cuts cuts) implements Traffic {

        @Override
        public String name() {
            return delivery.name;
        }

        @Override
        public int ranks() {
            return delivery.ranks();
        }

        @Override
        public void stage(int stage, int rank, Sink sink) {
            Hop in = delivery.incoming[rank];
            if (in != null && in.sends(stage, bytes)) {
                int segment = stage - in.begins();
                sink.receive(in.from(), segment * in.segments().length(bytes), in.segments().length(bytes, segment));
            }
            for (Hop out : delivery.outgoing[rank]) {
                if (out.sends(stage, bytes)) {
                    int segment = stage - out.begins();
                    sink.send(out.to(), segment * out.segments().length(bytes), out.segments().length(bytes, segment));
                }
            }
            if (delivery.exchange != null && stage < delivery.exchange.stages()) {
                delivery.exchange.stage(stage, rank, cuts, sink);
            }
        }
    }
}
