package hplhetero.network.schedule;

/**
 * The messages that the ranks of a collective send, in stages. Messages are streamed, never stored. A rank begins its part of a stage once
 * its own part of all earlier stages is done; it waits for no other rank. Within a stage all messages of a rank are under way at once.
 * Immutable; for any thread.
 *
 * <p>An algorithm describes its messages here, once: the executor sends them, and whoever prices, simulates or draws a run reads them. A
 * description by ranges of a buffer also says where each range begins, so it needs no executor of its own.
 */
public interface Traffic {

    /** Returns the name of this traffic for people, such as {@code ring}. */
    String name();

    /** Returns the number of ranks that take part. Ranks are numbered from 0. */
    int ranks();

    /** Returns the number of stages, counted over all ranks. A rank may have no part in some stages. */
    int stages();

    /**
     * Reports to the sink what one rank does in a stage. Each message is reported once at its sender by {@link Sink#send}, and once at its
     * receiver by {@link Sink#receive}. Allocates nothing.
     *
     * @param stage stage, 0 .. {@link #stages} - 1
     * @param rank  rank whose messages are reported, 0 .. {@link #ranks} - 1
     * @param sink  receiver of the reports
     */
    void stage(int stage, int rank, Sink sink);

    /**
     * Returns the last stage whose receives a rank has posted when it begins a stage, at least that stage. A long message leaves only when
     * its receive is posted, so the segments of a buffer follow each other without a pause only where their receives are posted ahead.
     *
     * @param stage stage that a rank begins, 0 .. {@link #stages} - 1
     */
    default int postsUpTo(int stage) {
        return stage;
    }

    /**
     * Returns how a stage's messages follow from those of rank 0. The answer only saves work: with a symmetry nobody needs to ask all ranks
     * for their messages, a million for an alltoall. {@link Symmetry#NONE} is always right.
     */
    default Symmetry symmetry(int stage) {
        return Symmetry.NONE;
    }

    /** The rule by which the messages of any rank follow from those of rank 0. */
    enum Symmetry {
        /** The messages of other ranks do not follow from those of rank 0. */
        NONE,
        /** Rank r sends to (r + p) mod ranks as many bytes as rank 0 sends to p. */
        SHIFT,
        /** Rank r sends to r xor p as many bytes as rank 0 sends to p. */
        XOR
    }

    /** The receiver of one rank's messages in a stage, as {@link Traffic#stage} reports them. */
    interface Sink {
        /** Reports that the rank sends a message of {@code bytes} bytes to rank {@code to}. */
        void send(int to, long bytes);

        /** Reports that the rank receives a message of {@code bytes} bytes from rank {@code from}. */
        void receive(int from, long bytes);

        /**
         * Reports a sent message that is a range of a buffer, beginning at byte {@code offset}. The buffer has the same layout on all
         * ranks.
         */
        default void send(int to, long offset, long bytes) {
            send(to, bytes);
        }

        /**
         * Reports a received message that is a range of a buffer, beginning at byte {@code offset}. The buffer has the same layout on all
         * ranks.
         */
        default void receive(int from, long offset, long bytes) {
            receive(from, bytes);
        }
    }

    /** Reports all messages of a stage, sender by sender in rank order. Asks every rank for its part of the stage. */
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
                    // the sender reports this message
                }
            });
        }
    }

    /** The receiver of messages together with their senders. */
    @FunctionalInterface
    interface Messages {
        /** Reports a message of {@code bytes} bytes. */
        void message(int from, int to, long bytes);
    }
}
