package hplhetero.comm.transport.llc.start.pmi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import hplhetero.comm.CommException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The store of Open MPI's mpirun, of srun --mpi=pmix, and of other programs that speak PMIx: their processes on each host keep the values.
 */
final class PmixStore implements ProcessManager {
    static final String RANK = "PMIX_RANK";
    static final String NAMESPACE = "PMIX_NAMESPACE";

    private final Starter starter;
    private final PmixFunctions pmix = PmixFunctions.load();
    private final Arena arena = Arena.ofAuto();
    /** The {@code pmix_proc_t} of this process. */
    private final MemorySegment self = arena.allocate(PmixFunctions.PROC_BYTES, Integer.BYTES);
    private final int size;

    /**
     * Starts PMIx and asks for the number of ranks.
     *
     * @throws CommException when there is no PMIx, or it does not answer
     */
    PmixStore(Starter starter) {
        this.starter = starter;
        try {
            pmix.init(self);
            size = ByteBuffer.wrap(pmix.get(PmixFunctions.proc(arena, self, PmixFunctions.ALL_RANKS), PmixFunctions.JOB_SIZE))
                    .order(ByteOrder.nativeOrder()).getInt();
        } catch (CommException e) {
            throw failed(e, "use the same release of PMIx for " + starter.text() + " and for " + PmixFunctions.LIBRARY + " of this host, "
                    + "or let hpl start the ranks with --hosts a,b --launcher llc");
        }
    }

    @Override
    public int rank() {
        return self.get(JAVA_INT, PmixFunctions.PROC_RANK);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void put(String key, byte[] value) {
        try {
            pmix.put(key, value);
        } catch (CommException e) {
            throw failed(e, "read what " + starter.text() + " says");
        }
    }

    @Override
    public byte[] get(String key) {
        try (Arena call = Arena.ofConfined()) {
            return pmix.get(PmixFunctions.proc(call, self, ProcessManager.owner(key)), key);
        } catch (CommException e) {
            throw failed(e, "read what rank " + ProcessManager.owner(key) + " says");
        }
    }

    @Override
    public void barrier() {
        try {
            pmix.commit();
            pmix.fence();
        } catch (CommException e) {
            throw failed(e, "read what the other ranks say");
        }
    }

    private CommException failed(CommException cause, String remedy) {
        return new CommException("ranks cannot find each other by PMIx under " + starter.text() + ": " + cause.getMessage() + ": " + remedy,
                cause);
    }

    @Override
    public void close() {
        try {
            pmix.finish();
        } catch (CommException e) {
            throw failed(e, "read what " + starter.text() + " says");
        }
    }
}
