package hplhetero.comm.protocol.remote;

/** What ranks tell each other before they can exchange messages. One for each rank; owner: the rank's thread. */
public interface KeyValueStore {

    /** Each key once. */
    void put(String key, byte[] value);

    /**
     * Waits until some rank has put it.
     *
     * @throws hplhetero.comm.CommException when that will not happen any more
     */
    byte[] get(String key);

    /** Waits until all ranks have called it. */
    void barrier();
}
