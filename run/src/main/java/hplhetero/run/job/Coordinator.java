package hplhetero.run.job;

import java.io.IOException;

/** What rank 0 does in a job: it leads the ranks, which do as it commands. */
public interface Coordinator {

    /** Runs on rank 0's thread, while the other ranks wait for its commands. */
    @FunctionalInterface
    interface Body {
        /** @return the exit code of all processes */
        int lead(Session session) throws IOException;
    }

    /** Ranks needed, where no launcher has fixed their number. */
    int ranks();

    /** What the ranks are to work with. */
    JobSetup setup();

    /** As {@link Body#lead}. */
    int lead(Session session) throws IOException;

    /** One made of its parts. */
    static Coordinator of(int ranks, JobSetup setup, Body body) {
        return new Coordinator() {
            @Override
            public int ranks() {
                return ranks;
            }

            @Override
            public JobSetup setup() {
                return setup;
            }

            @Override
            public int lead(Session session) throws IOException {
                return body.lead(session);
            }
        };
    }
}
