package hplhetero.comm.transport.llc.start.pmi;

import hplhetero.comm.protocol.remote.KeyValueStore;

/**
 * A rank's end of what started its process: who it is, and a store. What is put can be got after the next barrier. A key ends with a blank
 * and the number of the rank that puts it. Owner: the rank's thread.
 */
public interface ProcessManager extends KeyValueStore, AutoCloseable {

    /** This process' rank. */
    int rank();

    /** How many ranks the job has. */
    int size();

    /** Tells that this rank needs it no more; not collective. How the process ends later is no affair of this store. */
    @Override
    void close();

    /** The rank that puts a key. */
    static int owner(String key) {
        return Integer.parseInt(key.substring(key.lastIndexOf(' ') + 1));
    }
}
