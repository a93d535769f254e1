package hplhetero.comm.schedule;

/**
 * Which messages the ranks of a collective send, in stages; streamed, never stored. A rank begins with its part of a stage once its own
 * part of all earlier ones is done; it waits for nobody else. Within a stage all its messages are under way at once. Immutable; for any
 * thread.
 *
 * <p>An algorithm states its messages here, once: the executor sends them, and whoever prices, simulates or draws reads them.
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

    /** The first stage, as far as the algorithm knows, that has the very same messages: itself where there is none. */
    default int sameAs(int stage) {
        return stage;
    }

    /** Hears of messages. */
    interface Sink {
        void send(int to, long bytes);

        void receive(int from, long bytes);
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
