package hplhetero.comm;

import java.util.function.ToIntFunction;

/** A way to carry messages, found through {@link java.util.ServiceLoader}. */
public interface TransportProvider {

    /** The word by which a user asks for it: {@code local}, {@code mpi}, ... */
    String name();

    /**
     * Runs {@code rankMain} once for each rank that this process holds and returns when all have ended.
     * A rank that throws ends the whole run: the others' operations throw {@link CommException}.
     *
     * @param ranks the number of ranks wanted; a transport whose launcher fixed it refuses another number
     * @param rankMain the body of a rank, given its world communicator; its result is an exit code
     * @return the largest exit code
     * @throws CommException naming rank, host and cause when a rank threw
     */
    int run(int ranks, ToIntFunction<Communicator> rankMain);
}
