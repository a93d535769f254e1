package hplhetero.comm;

import java.util.Map;

/** A kind of transport, found through {@link java.util.ServiceLoader}. */
public interface TransportProvider {

    /** For what a transport can be told by which of a network's paths messages go ({@link TransportOptions#paths}). */
    enum PathChoice {
        /** For none: a table is refused. */
        NONE,
        /** For all that a rank sends: a table is followed in which each rank has one path to all others. */
        SENDER,
        /** For each pair of ranks: any table is followed. */
        PAIR
    }

    /** The word by which a user asks for it: {@code local}, {@code mpi}, ... */
    String name();

    /** The names of the settings that it reads ({@link TransportOptions#settings}), and what each is, for people. */
    default Map<String, String> settings() {
        return Map.of();
    }

    /** For what it can be told the path. One that says more than {@link PathChoice#NONE} follows the table or ends, never less. */
    default PathChoice paths() {
        return PathChoice.NONE;
    }

    /** Whether it can encrypt and authenticate what it sends between hosts ({@link TransportOptions#secure}). */
    default boolean secures() {
        return false;
    }

    /** Whether a launcher started this process as one of several that this transport connects. */
    boolean launched(Map<String, String> environment);

    /**
     * Makes it ready. Called once in each process.
     *
     * @throws CommException when it cannot be used here, with the remedy
     */
    Transport open(TransportOptions options);
}
