package hplhetero.run.crew;

import java.io.IOException;

/** What rank 0 does with a crew. */
public interface Leader {

    /** Runs on rank 0's thread, while the other ranks wait for orders. */
    @FunctionalInterface
    interface Body {
        /** @return the exit code of all processes */
        int lead(Session session) throws IOException;
    }

    /** Ranks needed, where no launcher has fixed their number. */
    int ranks();

    /** What the ranks are to work with. */
    Setup setup();

    /** As {@link Body#lead}. */
    int lead(Session session) throws IOException;

    /** One made of its parts. */
    static Leader of(int ranks, Setup setup, Body body) {
        return new Leader() {
            @Override
            public int ranks() {
                return ranks;
            }

            @Override
            public Setup setup() {
                return setup;
            }

            @Override
            public int lead(Session session) throws IOException {
                return body.lead(session);
            }
        };
    }
}
