package hplhetero.comm;

import java.util.Map;

/** A kind of transport, such as MPI or threads of one JVM. Implementations are found through {@link java.util.ServiceLoader}. */
public interface TransportProvider {

    /** The messages for which a transport can be told the network path ({@link TransportOptions#paths}). */
    enum PathChoice {
        /** No messages: the transport refuses a table of paths. */
        NONE,
        /** All messages of a rank alike: the transport follows a table in which each rank has one path to all others. */
        SENDER,
        /** The messages of each pair of ranks: the transport follows any table. */
        PAIR
    }

    /** Returns the name by which a user asks for this transport: {@code local}, {@code mpi}, ... */
    String name();

    /**
     * Returns the settings that this transport reads ({@link TransportOptions#settings}): the name of each, and what it means, for people.
     */
    default Map<String, String> settings() {
        return Map.of();
    }

    /**
     * Returns for which messages this transport can be told the path. With a result other than {@link PathChoice#NONE}, the transport
     * either follows the whole table or ends the run.
     */
    default PathChoice paths() {
        return PathChoice.NONE;
    }

    /** Returns whether this transport can encrypt and authenticate what it sends between hosts ({@link TransportOptions#secure}). */
    default boolean secures() {
        return false;
    }

    /**
     * Returns whether a launcher started this process as one of several that this transport connects.
     *
     * @param environment the process' environment variables
     */
    boolean launched(Map<String, String> environment);

    /**
     * Makes the transport ready for use. Called once in each process.
     *
     * @throws CommException when the transport cannot be used here, with the remedy
     */
    Transport open(TransportOptions options);
}
