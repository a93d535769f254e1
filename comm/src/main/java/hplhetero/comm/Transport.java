package hplhetero.comm;

import hplhetero.network.topology.FoundPlacement;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/** A way to carry messages that is ready for use. One a process; closed by the thread that opened it. */
public interface Transport extends AutoCloseable {

    /** What carries the messages, with version, and why it was chosen; for people. */
    String description();

    /** The number of ranks, where a launcher fixed it; empty: as many as {@link #run} is asked for. */
    OptionalInt ranks();

    /** Whether rank 0 is in this process. */
    boolean leads();

    /**
     * Where the ranks sit, as far as the network itself tells; empty where it does not. Not collective. To be asked from where rank 0
     * runs: by the thread that opened the transport, after it did.
     *
     * @throws CommException when the network should tell and does not, or tells what cannot be; the run can go on
     */
    default Optional<FoundPlacement> placement() {
        return Optional.empty();
    }

    /**
     * Runs {@code rankMain} once for each rank that this process holds and returns when all of them have ended, in all
     * processes. A rank that throws ends the whole run: the others' operations throw {@link CommException}.
     *
     * @param ranks    the number of ranks wanted; where {@link #ranks} has a number, that one
     * @param rankMain the body of a rank, given its world communicator; its result is an exit code
     * @return the largest exit code of this process' ranks
     * @throws CommException naming rank, host and cause when a rank threw
     */
    int run(int ranks, ToIntFunction<Communicator> rankMain);

    /** Why the run has ended, when it ended by a failure of any rank; can be asked from any thread. */
    Optional<String> failure();

    /** Ends this process' part. */
    @Override
    void close();
}
