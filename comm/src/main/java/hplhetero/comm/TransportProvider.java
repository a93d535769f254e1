package hplhetero.comm;

import java.util.Map;

/** A kind of transport, found through {@link java.util.ServiceLoader}. */
public interface TransportProvider {

    /** The word by which a user asks for it: {@code local}, {@code mpi}, ... */
    String name();

    /** The names of the settings that it reads ({@link TransportOptions#settings}), and what each is, for people. */
    default Map<String, String> settings() {
        return Map.of();
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
