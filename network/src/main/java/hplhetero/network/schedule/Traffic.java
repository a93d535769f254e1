package hplhetero.network.schedule;

/**
 * Which messages the ranks of a collective send, in stages; streamed, never stored. A rank begins with its part of a stage once its own
 * part of all earlier ones is done; it waits for nobody else. Within a stage all its messages are under way at once. Immutable; for any
 * thread.
 *
 * <p>An algorithm states its messages here, once: the executor sends them, and whoever prices, simulates or draws reads them. A statement
 * of stretches of a buffer says where they begin, so it needs no executor of its own.
 */
public interface Traffic {

    /** For people: {@code ring}. */
    String name();

    /** The ranks that take part, numbered from 0. */
    int ranks();

    /** Stages, counted over all ranks; a rank may have no part in some. */
    int stages();

    /**
     * What one rank does in a stage: each message once, by {@link Sink#send} at its sender and by {@link Sink#receive} at its receiver.
     * Allocates nothing.
     */
    void stage(int stage, int rank, Sink sink);

    /**
     * What is known of a stage by what rank 0 does in it. Only a help: it saves asking all ranks, a million for an alltoall, and to
     * say {@link Symmetry#NONE} is always right.
     */
    default Symmetry symmetry(int stage) {
        return Symmetry.NONE;
    }

    /** How the peers of any rank follow from those of rank 0. */
    enum Symmetry {
        /** They do not. */
        NONE,
        /** Where rank 0 sends to p, rank r sends as much to (r + p) mod ranks. */
        SHIFT,
        /** Where rank 0 sends to p, rank r sends as much to r xor p. */
        XOR
    }

    /** Hears of messages. */
    interface Sink {
        void send(int to, long bytes);

        void receive(int from, long bytes);

        /** Of a message that is a stretch of a buffer which lies alike on all ranks: it begins at byte {@code offset}. */
        default void send(int to, long offset, long bytes) {
            send(to, bytes);
        }

        /** As {@link #send(int, long, long)}, at the receiver. */
        default void receive(int from, long offset, long bytes) {
            receive(from, bytes);
        }
    }

    /** All messages of a stage, by sender. */
    default void messages(int stage, Messages messages) {
        for (int rank = 0; rank < ranks(); rank++) {
            int from = rank;
            stage(stage, rank, new Sink() {
                @Override
                public void send(int to, long bytes) {
                    messages.message(from, to, bytes);
                }

                @Override
                public void receive(int source, long bytes) {
                    // told by its sender
                }
            });
        }
    }

    /** Hears of messages with their senders. */
    @FunctionalInterface
    interface Messages {
        void message(int from, int to, long bytes);
    }
}
