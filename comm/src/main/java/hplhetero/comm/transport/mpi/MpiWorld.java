package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.comm.liveness.FailureDetector;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The communicators of one process, between MPI_Init and MPI_Finalize. Owner: the thread that opened the transport.
 *
 * <p>There are two duplicates of MPI_COMM_WORLD: the ranks', and one for messages of the transport itself.
 */
final class MpiWorld {
    /** The largest count of bytes that MPI takes for one message. */
    static final long MESSAGE_LIMIT = Integer.MAX_VALUE;

    /** Bytes for each rank's host name in the table of names, with a terminating zero. */
    private static final int HOST_NAME_BYTES = 256;
    private static final int NAMES_TAG = 0;
    /** The time after which MPI_Finalize is taken not to return. */
    private static final Duration MOST_FOR_FINALIZE = Duration.ofSeconds(15);
    /**
     * The worlds whose MPI has not ended. Until its end MPI may write into the memory of requests, which these worlds hold: not even a
     * failed run gives that memory up.
     */
    private static final Set<MpiWorld> OPEN = ConcurrentHashMap.newKeySet();

    private final MpiFunctions mpi;
    private final MpiAbi abi;
    private final MpiRank rank;
    /** The communicator that the ranks use. */
    private final MpiCommunicator ranks;
    /** The communicator for messages of the transport itself. */
    private final MpiCommunicator own;
    /** Host name of each rank, indexed by world rank; null until the names have been exchanged. */
    private final String[] hostNames;
    private final String library;
    private final Consumer<CommException> onFatalFailure;
    private FailureDetector failureDetector;

    private MpiWorld(MpiLibrary library, TransportOptions options, long messageLimit) throws MpiError {
        this.library = library.description();
        onFatalFailure = options.onFatalFailure();
        mpi = library.functions();
        abi = library.abi();
        mpi.returnErrors(abi.commWorld());
        rank = new MpiRank(mpi, abi, mpi.rank(abi.commWorld()), mpi.processorName(), messageLimit);
        int[] all = IntStream.range(0, mpi.size(abi.commWorld())).toArray();
        hostNames = new String[all.length];
        ranks = new MpiCommunicator(this, duplicate(), rank.worldRank(), all);
        own = new MpiCommunicator(this, duplicate(), rank.worldRank(), all);
        OPEN.add(this);
    }

    /**
     * Connects this process with all others, after MPI_Init. Collective over all processes.
     *
     * @param options      options of the transport; only the timeouts and the call at a fatal failure are used
     * @param messageLimit bytes of the largest message that is sent with a count of bytes
     */
    static MpiWorld open(MpiLibrary library, TransportOptions options, long messageLimit) throws MpiError {
        MpiWorld world = new MpiWorld(library, options, messageLimit);
        if (library.abi() == MpiAbi.MPICH) {
            DelayedAbort.install();
        }
        if (world.ranksOnThisHost() > Cores.online()) {
            world.rank.shareCores();
        }
        world.exchangeHostNames();
        world.failureDetector = FailureDetector.join(world.own, options);
        world.rank.guard(world.failureDetector);
        return world;
    }

    /** Returns the failure detector of this rank. */
    FailureDetector failureDetector() {
        return failureDetector;
    }

    /** Returns the state of MPI in this process. */
    MpiRank rank() {
        return rank;
    }

    /** Returns the communicator of all ranks. */
    MpiCommunicator ranks() {
        return ranks;
    }

    /** Returns a rank's name for people: "rank 1 on node7". */
    String nameOf(int worldRank) {
        String host = hostNames[worldRank];
        return "rank " + worldRank + (host == null ? "" : " on " + host);
    }

    /**
     * Waits until all ranks of the communicator have called this method. It goes before a call of MPI that waits for the other ranks in its
     * own way: such a call would hold the core, and would not notice that the run has ended.
     */
    void awaitAll(MpiCommunicator communicator) {
        MpiRequest barrier = rank.barrier(communicator);
        Await.done(barrier);
        barrier.release();
    }

    /** Splits a communicator, as {@link Communicator#split} describes. Collective over {@code parent}. */
    Communicator split(MpiCommunicator parent, int color, int key) {
        awaitAll(parent);
        try {
            long handle = mpi.split(parent.handle(), color == Communicator.NO_COLOR ? abi.undefined() : color, key);
            if (color == Communicator.NO_COLOR) {
                return null;
            }
            mpi.returnErrors(handle);
            return new MpiCommunicator(this, handle, mpi.rank(handle), worldRanks(handle));
        } catch (MpiError e) {
            throw failed(e, "free communicators that are no longer used");
        }
    }

    /** Frees a communicator that {@link #split} made; refuses the communicators of all ranks. Collective over the communicator. */
    void free(MpiCommunicator communicator) {
        if (communicator == ranks || communicator == own) {
            throw new IllegalStateException("the communicator of all ranks was freed: it belongs to the transport");
        }
        try {
            mpi.freeComm(communicator.handle());
        } catch (MpiError e) {
            throw failed(e, "free a communicator once, when it has no messages in flight");
        }
    }

    /**
     * Ends MPI when all went well, together with all other processes. After a failure MPI is left alone: other ranks may be gone, and this
     * process is about to end.
     *
     * <p>Between its last call and MPI_Finalize each rank waits for all others by the failure detector, and so outside MPI. Otherwise a
     * rank that still polls while another already ends MPI would take the other rank's last messages and let that rank leave, and would
     * later wait for it in vain. With MPICH 4.0 over UCX and TCP, short runs on busy hosts hung there (docs/decisions/0015).
     */
    void close() {
        try {
            if (!rank.hasFailed()) {
                awaitAll(own);
                mpi.freeComm(own.handle());
                mpi.freeComm(ranks.handle());
                failureDetector.close();
                finish();
            }
        } catch (MpiError e) {
            throw failed(e, "read what the other ranks say");
        } finally {
            failureDetector.close();
        }
    }

    /** Calls MPI_Finalize; ends the process with a message when that call does not return. */
    private void finish() throws MpiError {
        Thread watch = Thread.ofPlatform().daemon().name("mpi-finalize").start(() -> {
            try {
                Thread.sleep(MOST_FOR_FINALIZE);
                String text = "MPI_Finalize has not returned for " + MOST_FOR_FINALIZE.toSeconds() + " s, rank=" + rank.worldRank()
                        + " host=" + rank.hostName() + " library=" + library
                        + ": the output so far is complete; another version of this MPI may end properly";
                onFatalFailure.accept(rank.worldRank() == 0 ? new CommException(text) : CommException.toldByRank0(text));
            } catch (InterruptedException returned) {
                // MPI has ended
            }
        });
        try {
            mpi.finish();
            OPEN.remove(this);
        } finally {
            watch.interrupt();
        }
    }

    private CommException failed(MpiError error, String remedy) {
        return rank.fail(error.getMessage() + ", rank=" + rank.worldRank() + " host=" + rank.hostName() + ": " + remedy, error);
    }

    private long duplicate() throws MpiError {
        long handle = mpi.dup(abi.commWorld());
        mpi.returnErrors(handle);
        return handle;
    }

    private int[] worldRanks(long handle) throws MpiError {
        long group = mpi.group(handle);
        long all = mpi.group(abi.commWorld());
        int size = mpi.size(handle);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocateFrom(JAVA_INT, IntStream.range(0, size).toArray());
            MemorySegment translated = arena.allocate(JAVA_INT, size);
            mpi.translateRanks(group, size, numbers, all, translated);
            return translated.toArray(JAVA_INT);
        } finally {
            mpi.freeGroup(group);
            mpi.freeGroup(all);
        }
    }

    private int ranksOnThisHost() throws MpiError {
        long neighbours = mpi.splitByHost(abi.commWorld());
        int count = mpi.size(neighbours);
        mpi.freeComm(neighbours);
        return count;
    }

    private void exchangeHostNames() {
        int size = own.size();
        MemorySegment table = Arena.ofAuto().allocate((long) size * HOST_NAME_BYTES);
        String name = rank.hostName();
        table.setString((long) own.rank() * HOST_NAME_BYTES, name.substring(0, Math.min(name.length(), HOST_NAME_BYTES - 1)));
        long[] offsets = new long[size];
        long[] lengths = new long[size];
        Arrays.setAll(offsets, r -> (long) r * HOST_NAME_BYTES);
        Arrays.fill(lengths, HOST_NAME_BYTES);
        Collectives.Allgather allgather = CollectiveAlgorithms.of(own).allgather(AllgatherAlgorithm.BINARY_EXCHANGE, NAMES_TAG);
        allgather.start(table, offsets, lengths);
        Await.done(allgather);
        Arrays.setAll(hostNames, r -> table.getString(offsets[r]));
    }
}
