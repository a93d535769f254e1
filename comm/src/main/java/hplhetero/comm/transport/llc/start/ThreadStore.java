package hplhetero.comm.transport.llc.start;

import hplhetero.comm.CommException;
import hplhetero.comm.protocol.remote.KeyValueStore;
import java.util.HashMap;
import java.util.Map;

/** The store of ranks that are threads: one object for all ranks, which any thread may use. */
public final class ThreadStore implements KeyValueStore {
    private final int ranks;
    private final Map<String, byte[]> values = new HashMap<>();
    /** Number of ranks that wait in the present barrier. */
    private int waiting;
    /** Number of barriers that all ranks have passed. */
    private long barriers;

    /** Makes the store of {@code ranks} ranks. */
    public ThreadStore(int ranks) {
        this.ranks = ranks;
    }

    @Override
    public synchronized void put(String key, byte[] value) {
        values.put(key, value.clone());
        notifyAll();
    }

    @Override
    public synchronized byte[] get(String key) {
        while (!values.containsKey(key)) {
            pause();
        }
        return values.get(key).clone();
    }

    @Override
    public synchronized void barrier() {
        long mine = barriers;
        waiting++;
        if (waiting == ranks) {
            waiting = 0;
            barriers++;
            notifyAll();
        }
        while (barriers == mine) {
            pause();
        }
    }

    private void pause() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommException(Thread.currentThread().getName() + " was interrupted while it waited for the other ranks", e);
        }
    }
}
