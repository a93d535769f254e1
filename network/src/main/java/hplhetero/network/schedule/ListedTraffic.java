package hplhetero.network.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A traffic whose messages are listed one by one, for example the union of what several traffics send at once. Immutable; for any thread.
 */
public final class ListedTraffic implements Traffic {
    private final String name;
    private final int ranks;
    private final List<Stage> stages;

    private ListedTraffic(String name, int ranks, List<Stage> stages) {
        this.name = Objects.requireNonNull(name, "name");
        this.ranks = ranks;
        this.stages = List.copyOf(stages);
    }

    /** A builder of a listed traffic, which takes messages stage by stage. For one thread. */
    public static final class Builder {
        private final String name;
        private final int ranks;
        private final List<Stage> stages = new ArrayList<>();
        private final List<long[]> messages = new ArrayList<>();

        /**
         * Makes a builder of a traffic without stages.
         *
         * @param name  name of the traffic, for people
         * @param ranks number of ranks, &gt;= 1
         */
        public Builder(String name, int ranks) {
            this.name = name;
            this.ranks = ranks;
            if (ranks < 1) {
                throw new IllegalArgumentException("ranks=" + ranks + ": must be >= 1");
            }
        }

        /**
         * Adds a message to the stage that is being listed: the first stage, or the one after the last {@link #endStage}. All messages of a
         * rank in one stage are under way at once.
         *
         * @param from  rank that sends, 0 .. number of ranks - 1
         * @param to    rank that receives, 0 .. number of ranks - 1
         * @param bytes length of the message
         * @return this builder
         * @throws IllegalArgumentException  when {@code from} and {@code to} are the same rank
         * @throws IndexOutOfBoundsException when {@code from} or {@code to} is not below the number of ranks
         */
        public Builder message(int from, int to, long bytes) {
            if (Objects.checkIndex(from, ranks) == Objects.checkIndex(to, ranks)) {
                throw new IllegalArgumentException("from=" + from + " to=" + to + ": must be two ranks");
            }
            messages.add(new long[] {from, to, bytes});
            return this;
        }

        /**
         * Ends the stage that is being listed, which may be empty. Messages added later belong to the next stage, which a rank begins when
         * its own part of this one is done.
         *
         * @return this builder
         */
        public Builder endStage() {
            stages.add(new Stage(Half.of(ranks, messages, 0), Half.of(ranks, messages, 1)));
            messages.clear();
            return this;
        }

        /**
         * Returns the traffic of all stages that {@link #endStage} has ended, numbered from 0 in this order. Messages added after the last
         * {@link #endStage} are left out.
         */
        public ListedTraffic build() {
            return new ListedTraffic(name, ranks, stages);
        }
    }

    private record Stage(Half sent, Half received) {
    }

    /**
     * The messages of a stage as seen from one of their two ends: what all ranks send, or what all ranks receive. Messages of rank r are at
     * indices first[r] .. first[r + 1] - 1, in the order in which they were listed.
     *
     * @param first index of each rank's first message, indexed by rank; the last entry is the number of messages
     * @param peers rank at the other end of each message
     * @param bytes length of each message, in bytes
     */
    private record Half(int[] first, int[] peers, long[] bytes) {

        /**
         * Sorts the messages of a stage by the rank at one end.
         *
         * @param end 0 to sort by sender, 1 to sort by receiver
         */
        static Half of(int ranks, List<long[]> messages, int end) {
            int[] first = new int[ranks + 1];
            for (long[] message : messages) {
                first[(int) message[end] + 1]++;
            }
            for (int rank = 0; rank < ranks; rank++) {
                first[rank + 1] += first[rank];
            }
            int[] next = first.clone();
            int[] peers = new int[messages.size()];
            long[] bytes = new long[peers.length];
            for (long[] message : messages) {
                int at = next[(int) message[end]]++;
                peers[at] = (int) message[1 - end];
                bytes[at] = message[2];
            }
            return new Half(first, peers, bytes);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public int stages() {
        return stages.size();
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        Half received = stages.get(stage).received;
        for (int i = received.first[rank]; i < received.first[rank + 1]; i++) {
            sink.receive(received.peers[i], received.bytes[i]);
        }
        Half sent = stages.get(stage).sent;
        for (int i = sent.first[rank]; i < sent.first[rank + 1]; i++) {
            sink.send(sent.peers[i], sent.bytes[i]);
        }
    }
}
