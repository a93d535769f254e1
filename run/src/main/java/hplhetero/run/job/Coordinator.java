package hplhetero.run.job;

import java.io.IOException;

/** The work of rank 0 in a job: it leads the ranks, which follow its commands. */
public interface Coordinator {

    /** The body of a coordinator's work, run on rank 0's thread while the other ranks wait for its commands. */
    @FunctionalInterface
    interface Body {
        /**
         * Leads the ranks of a session.
         *
         * @return the exit code of all processes
         */
        int lead(Session session) throws IOException;
    }

    /** Returns the number of ranks needed, where no launcher has fixed it. */
    int ranks();

    /** Returns what the ranks are to work with: kernels, number of workers, slowdown and binding. */
    JobSetup setup();

    /** Leads the ranks of a session on rank 0's thread, as {@link Body#lead} does, and returns the exit code of all processes. */
    int lead(Session session) throws IOException;

    /**
     * Returns a coordinator made of these parts.
     *
     * @param ranks number of ranks needed, where no launcher has fixed it
     * @param setup what the ranks are to work with
     * @param body  leads the ranks
     */
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
