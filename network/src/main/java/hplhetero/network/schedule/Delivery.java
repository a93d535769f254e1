package hplhetero.network.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The way in which the buffer of one rank, the root, comes to all other ranks. A rank gets the buffer either whole from one other rank,
 * which passes segments on as they come (a hop), or in pieces that ranks exchange. The messages of a broadcast follow from this description
 * for a buffer of any size. Immutable; for any thread.
 */
public final class Delivery {
    private static final Hop[] NO_HOPS = {};

    private final String name;
    /** The hop that brings each rank the buffer, indexed by receiver; null for a rank that gets no hop. */
    private final Hop[] incoming;
    /** The hops that each rank sends, indexed by sender, in the order in which the sender serves them. */
    private final Hop[][] outgoing;
    /** The hop that begins last, for each distinct cut of the buffer into segments. Determines the number of stages. */
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
     * The transfer of the whole buffer from one rank to another, one segment in each stage. Stages are the steps of the collective, counted
     * from 0; a rank begins its part of a stage when its own part of the stages before is done.
     *
     * @param from     rank that sends
     * @param to       rank that receives
     * @param begins   stage in which segment 0 is sent, from 0; segment i is sent in stage begins + i, and the sender must have it before
     *                 that stage
     * @param segments rule by which the buffer is cut into segments
     */
    public record Hop(int from, int to, int begins, Segments segments) {

        /**
         * Returns the first stage after this hop, for a buffer of {@code bytes} bytes: the one after the stage that sends the last segment.
         */
        int end(long bytes) {
            return begins + segments.count(bytes);
        }

        /** Returns whether this hop sends a segment at {@code stage}, for a buffer of {@code bytes} bytes. */
        boolean sends(int stage, long bytes) {
            int segment = stage - begins;
            return segment >= 0 && segment < segments.most() && segment < segments.count(bytes);
        }
    }

    /** The messages of ranks that exchange pieces of a cut buffer until each of these ranks has all pieces, beside hops or after them. */
    public interface Exchange {
        /** Returns the number of pieces into which the buffer is cut. */
        int pieces();

        /** Returns the stage after the last stage of this exchange. The first stages may be without any message of the exchange. */
        int stages();

        /** Returns whether ranks are sent bytes again that they already have. */
        default boolean repeats() {
            return false;
        }

        /**
         * Reports to the sink what a rank sends and receives in a stage, as ranges of the buffer. Empty ranges are left out. Allocates
         * nothing.
         */
        void stage(int stage, int rank, BufferPartition partition, Traffic.Sink sink);
    }

    /** A builder of a delivery. Callers add the hops of one sender in the order in which the sender serves them. For one thread. */
    public static final class Builder {
        private final String name;
        private final Hop[] incoming;
        private final Hop[][] outgoing;
        private final int[] served;
        private final List<Hop> latest = new ArrayList<>();
        private Exchange exchange;

        /**
         * Makes a builder of a delivery among {@code ranks} ranks.
         *
         * @param name  name for people, such as {@code 1ring}
         * @param ranks number of ranks
         */
        public Builder(String name, int ranks) {
            this.name = name;
            incoming = new Hop[ranks];
            outgoing = new Hop[ranks][];
            served = new int[ranks];
            Arrays.fill(outgoing, NO_HOPS);
        }

        /**
         * Adds a hop: one rank sends the whole buffer to another, one segment in each stage (step of the collective). A rank receives by
         * one hop at most.
         *
         * @param from     rank that sends
         * @param to       rank that receives; no other hop leads to it
         * @param begins   stage in which the first segment is sent, from 0; segment i is sent in stage begins + i
         * @param segments rule by which the buffer is cut into segments
         * @return this builder
         * @throws IllegalArgumentException when another hop leads to {@code to} already
         */
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

        /**
         * Sets the exchange by which the ranks to which no hop leads get the buffer. The exchange cuts the buffer into pieces, which these
         * ranks send each other until each has all. Without this call there is no exchange; a second call replaces the first one's
         * exchange.
         *
         * @return this builder
         */
        public Builder exchange(Exchange exchange) {
            this.exchange = exchange;
            return this;
        }

        /**
         * Returns the delivery made of all hops that were added and of the exchange, if one was set. Does not check that every rank gets
         * the buffer.
         */
        public Delivery build() {
            for (int rank = 0; rank < served.length; rank++) {
                outgoing[rank] = Arrays.copyOf(outgoing[rank], served[rank]);
            }
            return new Delivery(name, incoming, outgoing, latest, exchange);
        }
    }

    /** Returns the number of ranks, the root included. */
    public int ranks() {
        return incoming.length;
    }

    /**
     * Returns the hop that leads to a rank: the transfer of the whole buffer to it from one other rank. Empty for the root, and for ranks
     * that get the buffer in pieces by the {@link #exchange}.
     *
     * @param rank rank that receives, 0 .. {@link #ranks} - 1
     */
    public Optional<Hop> hopTo(int rank) {
        return Optional.ofNullable(incoming[rank]);
    }

    /**
     * Returns the hops that a rank sends, each a transfer of the whole buffer to one other rank. They are in the order in which the rank
     * sends them where several send in one stage. Empty where the rank passes nothing on.
     *
     * @param rank rank that sends, 0 .. {@link #ranks} - 1
     */
    public List<Hop> hopsFrom(int rank) {
        return List.of(outgoing[rank]);
    }

    /**
     * Returns the exchange by which the ranks to which no hop leads get the buffer: it cuts the buffer into pieces, which these ranks send
     * each other until each has all. Empty where no exchange was set, because every rank but the root gets the buffer by a hop.
     */
    public Optional<Exchange> exchange() {
        return Optional.ofNullable(exchange);
    }

    /**
     * Returns whether the exchange of pieces sends some bytes also to ranks that have them already, as van de Geijn's broadcast does; false
     * where there is no exchange.
     */
    public boolean repeats() {
        return exchange != null && exchange.repeats();
    }

    /** Returns the messages that deliver a buffer of {@code bytes} bytes. Each message is a range of the buffer. */
    public Traffic of(long bytes) {
        int stages = exchange == null ? 0 : exchange.stages();
        for (Hop hop : latest) {
            stages = Math.max(stages, hop.end(bytes));
        }
        return new Sent(this, bytes, bytes == 0 ? 0 : stages, exchange == null ? null : new BufferPartition(exchange.pieces(), bytes));
    }

    private record Sent(Delivery delivery, long bytes, int stages, BufferPartition partition) implements Traffic {

        @Override
        public String name() {
            return delivery.name;
        }

        @Override
        public int ranks() {
            return delivery.ranks();
        }

        /** Where bytes are sent again, two receives of a rank may be for the same place of the buffer: these cannot be posted at once. */
        @Override
        public int postsUpTo(int stage) {
            return delivery.repeats() ? stage : stages - 1;
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
                delivery.exchange.stage(stage, rank, partition, sink);
            }
        }
    }
}
