package hplhetero.comm.transport.llc.start.pmi;

import hplhetero.comm.protocol.remote.KeyValueStore;

/**
 * A rank's end of the program that started its process: this rank's number, and a store. What is put can be got after the next barrier. A
 * key ends with a blank and the number of the rank that puts it. Owner: the rank's thread.
 */
public interface ProcessManager extends KeyValueStore, AutoCloseable {

    /** Returns this process' rank. */
    int rank();

    /** Returns how many ranks the job has. */
    int size();

    /**
     * Tells the program that this rank has come to its orderly end. Not collective. A rank that ends without this call is taken for failed
     * by that program, which then ends the others.
     */
    @Override
    void close();

    /** Returns the rank that puts a key. */
    static int owner(String key) {
        return Integer.parseInt(key.substring(key.lastIndexOf(' ') + 1));
    }
}
