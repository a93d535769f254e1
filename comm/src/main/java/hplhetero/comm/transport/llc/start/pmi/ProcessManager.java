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

    /**
     * Tells that this rank has come to its orderly end; not collective. One that ends without is taken for failed by who started it, which
     * then ends the others.
     */
    @Override
    void close();

    /** The rank that puts a key. */
    static int owner(String key) {
        return Integer.parseInt(key.substring(key.lastIndexOf(' ') + 1));
    }
}
