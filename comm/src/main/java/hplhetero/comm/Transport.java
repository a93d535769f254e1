package hplhetero.comm;

import hplhetero.network.topology.FoundPlacement;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/** A way to carry messages that is ready for use. Each process has one, closed by the thread that opened it. */
public interface Transport extends AutoCloseable {

    /** Returns, for people, what carries the messages, with its version and why it was chosen. */
    String description();

    /** Returns the number of ranks where a launcher has fixed it; empty where {@link #run} starts as many as it is asked for. */
    OptionalInt ranks();

    /** Returns whether rank 0 is in this process. */
    boolean leads();

    /**
     * Returns where the ranks sit in the network, as far as the network itself tells; empty where it does not tell. Not collective. Called
     * in the process of rank 0, by the thread that opened the transport.
     *
     * @throws CommException when the network should tell and does not, or tells what cannot be; the run can go on
     */
    default Optional<FoundPlacement> placement() {
        return Optional.empty();
    }

    /**
     * Runs {@code rankMain} once for each rank that this process holds, and returns when all ranks in all processes have ended. A rank that
     * throws ends the whole run: the operations of the others throw {@link CommException}.
     *
     * @param ranks    the number of ranks wanted; the number of {@link #ranks} where that has one
     * @param rankMain the body of a rank, given its world communicator; its result is an exit code
     * @return the largest exit code of this process' ranks
     * @throws CommException naming rank, host and cause when a rank threw
     */
    int run(int ranks, ToIntFunction<Communicator> rankMain);

    /** Returns why the run has ended, when a failure of any rank ended it. Any thread may call this. */
    Optional<String> failure();

    /** Ends this process' part in the transport. */
    @Override
    void close();
}
