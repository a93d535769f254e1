package hplhetero.comm.protocol.remote;

/**
 * The store by which ranks tell each other values before they can exchange messages. Each rank has one object; owner: the rank's thread.
 */
public interface KeyValueStore {

    /** Stores a value for all ranks. Each key may be put only once, by one rank. */
    void put(String key, byte[] value);

    /**
     * Waits until some rank has put a value for {@code key}, and returns the value.
     *
     * @throws hplhetero.comm.CommException when no rank will put the key any more
     */
    byte[] get(String key);

    /** Waits until all ranks have called this method. Collective. */
    void barrier();
}
