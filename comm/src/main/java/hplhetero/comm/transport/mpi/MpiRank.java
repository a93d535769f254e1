package hplhetero.comm.transport.mpi;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.liveness.FailureDetector;
import hplhetero.comm.protocol.MessageRules;
import hplhetero.comm.transport.mpi.MpiRequest.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The state of MPI in one process: its calls, its requests, its failure. Owner: the thread that opened the transport. */
final class MpiRank {
    /** Number of polls without progress, with more ranks than cores, before the rank yields its core after each further one. */
    private static final int IDLE_POLLS_BEFORE_YIELD = 8;
    /** Number of polls without progress, with more ranks than cores, before the rank sleeps after each further one. */
    private static final int IDLE_POLLS_BEFORE_SLEEP = 64;
    /** Nanoseconds of one sleep between polls. */
    private static final long SLEEP_NANOS = 20_000;
    /** Nanoseconds without a poll after which a rank is taken to have computed: it looks in and does not wait. */
    private static final long LOOKING_IN_NANOS = 100_000;
    /** Number of pending messages that are told at most when a rank says what it waits for. */
    private static final int REQUESTS_NAMED = 4;

    private final MpiFunctions mpi;
    private final MpiAbi abi;
    /** Bytes of the largest message that is sent with a count of bytes. */
    private final long messageLimit;
    /** The MPI_Request of all sends that were done at once, or {@link MpiFunctions#NO_REQUEST}. */
    private final long requestOfDoneSends;
    private final Activity activity = new Activity();
    private final Supplier<String> waitsFor = this::waitsFor;
    private final Thread owner = Thread.currentThread();
    private final String hostName;
    private final int worldRank;
    /** The watch over all ranks' processes; null while the ranks are being connected. */
    private FailureDetector failureDetector;
    /** Whether this rank has failed. Set before the rank begins to tell of its failure, which itself may fail when memory has run out. */
    private boolean failing;
    private CommException failure;
    /** Whether there are more ranks than cores, so that a waiting rank leaves its core to others. */
    private boolean crowded;
    /** Number of polls without progress since the last one with progress, or since the rank last computed. */
    private int idlePolls;
    /** Time of the last poll without progress, as of {@link System#nanoTime}. */
    private long lastIdle;
    /** All requests of this rank, free ones included, so that a waiting rank can say what it waits for. */
    private final List<MpiRequest> requests = new ArrayList<>();
    /** The first request of the list of free ones; null: none is free. */
    private MpiRequest free;

    /**
     * Prepares this process' requests; MPI has been started.
     *
     * @param messageLimit bytes of the largest message that is sent with a count of bytes; larger messages get a type
     */
    MpiRank(MpiFunctions mpi, MpiAbi abi, int worldRank, String hostName, long messageLimit) throws MpiError {
        this.mpi = mpi;
        this.requestOfDoneSends = mpi.requestOfDoneSends();
        this.abi = abi;
        this.worldRank = worldRank;
        this.hostName = hostName;
        this.messageLimit = messageLimit;
    }

    /** Returns the functions of the MPI library. */
    MpiFunctions mpi() {
        return mpi;
    }

    /** Returns the constants of the MPI library's binary interface. */
    MpiAbi abi() {
        return abi;
    }

    /** Returns the object that tells what the rank is doing at the moment. */
    Activity activity() {
        return activity;
    }

    /** Returns the name of the host of this rank. */
    String hostName() {
        return hostName;
    }

    /** Returns this rank's number in the world. */
    int worldRank() {
        return worldRank;
    }

    /**
     * Checks that the calling thread is the rank's.
     *
     * @throws IllegalStateException in any other thread
     */
    void requireOwner() {
        MessageRules.requireOwner(worldRank, owner);
    }

    /** Has a waiting rank leave its core to others from now on. */
    void shareCores() {
        crowded = true;
    }

    /** Has {@code failureDetector} end all ranks' runs from now on when one rank's run ends by a failure. */
    void guard(FailureDetector failureDetector) {
        this.failureDetector = failureDetector;
    }

    /** Returns whether the run has ended by a failure, so that MPI must be left alone. */
    boolean hasFailed() {
        return failing || failure != null || failureDetector != null && failureDetector.failure().isPresent();
    }

    /** Checks that this thread may call MPI and that the run goes on; called before every call of MPI. */
    void requireAlive() {
        requireOwner();
        if (failure != null) {
            throw failure;
        }
        if (failureDetector != null) {
            failureDetector.requireAlive();
        }
    }

    /** Ends the run because of what this rank threw, as {@link #fail(String, Throwable)} does, also when memory has run out. */
    CommException fail(Throwable thrown) {
        failing = true;
        if (failure == null && failureDetector != null) {
            failure = failureDetector.abort(thrown);
        }
        return failure != null ? failure : fail(CommException.reason(thrown), thrown);
    }

    /** Ends the run, unless it has ended already, and returns the exception to throw, which tells of the first failure. */
    CommException fail(String reason, Throwable cause) {
        if (failure == null) {
            failure = failureDetector != null ? failureDetector.abort(reason, cause)
                    : new CommException("rank " + worldRank + " on " + hostName + " ended the run: " + reason, cause);
        }
        return failure;
    }

    /** Starts a send of {@code buffer} to rank {@code destination} of the communicator. */
    MpiRequest send(MpiCommunicator communicator, MemorySegment buffer, int destination, int tag) {
        MpiRequest request = begin(Kind.SEND, communicator, buffer, destination, tag);
        long bytes = buffer.byteSize();
        try {
            if (bytes <= messageLimit) {
                mpi.isend(buffer.address(), (int) bytes, abi.byteType(), destination, tag, communicator.handle(),
                        request.requestAddress());
            } else {
                long type = typeOf(bytes);
                mpi.isend(buffer.address(), 1, type, destination, tag, communicator.handle(), request.requestAddress());
                mpi.freeType(type);
            }
        } catch (MpiError e) {
            throw failed(e, request);
        }
        if (request.handle() == requestOfDoneSends) {
            finish(request);
        }
        return request;
    }

    /**
     * Starts a receive into {@code buffer}.
     *
     * @param source a rank of the communicator; negative: any rank
     */
    MpiRequest receive(MpiCommunicator communicator, MemorySegment buffer, int source, int tag) {
        MpiRequest request = begin(Kind.RECEIVE, communicator, buffer, source, tag);
        long bytes = buffer.byteSize();
        int from = source < 0 ? abi.anySource() : source;
        try {
            if (bytes <= messageLimit) {
                mpi.irecv(buffer.address(), (int) bytes, abi.byteType(), from, tag, communicator.handle(),
                        request.requestAddress());
            } else {
                long type = typeOf(bytes);
                mpi.irecv(buffer.address(), 1, type, from, tag, communicator.handle(), request.requestAddress());
                mpi.freeType(type);
            }
        } catch (MpiError e) {
            throw failed(e, request);
        }
        return request;
    }

    /** Starts a barrier, which is done when all ranks of the communicator have called this method. */
    MpiRequest barrier(MpiCommunicator communicator) {
        MpiRequest request = begin(Kind.BARRIER, communicator, MemorySegment.NULL, communicator.rank(), 0);
        try {
            mpi.ibarrier(communicator.handle(), request.requestAddress());
        } catch (MpiError e) {
            throw failed(e, request);
        }
        return request;
    }

    /** Returns whether a message is done. The call looks for messages, and so moves all messages of this rank on. */
    boolean completes(MpiRequest request) {
        try {
            mpi.test(request.requestAddress(), request.flagAddress(), request.statusAddress());
        } catch (MpiError e) {
            throw failed(e, request);
        }
        if (!request.flag()) {
            idle();
            return false;
        }
        finish(request);
        return true;
    }

    private void finish(MpiRequest request) {
        request.finish();
        activity.advanced();
        idlePolls = 0;
    }

    /** Returns the length in bytes of the message that a receive, which is done, has got. */
    long receivedBytes(MpiRequest request) {
        requireAlive();
        try {
            return mpi.bytes(request.statusAddress());
        } catch (MpiError e) {
            throw fail(e.getMessage(), e);
        }
    }

    /** Takes a released request back, for another message. */
    void recycle(MpiRequest request) {
        request.next(free);
        free = request;
    }

    /**
     * Makes a type for a message that is longer than the limit: runs of as many bytes as the limit allows, and the remaining bytes. So a
     * message of any size is one message, which is matched once.
     */
    private long typeOf(long bytes) throws MpiError {
        return mpi.bytesType(Math.toIntExact(bytes / messageLimit), (int) messageLimit, (int) (bytes % messageLimit));
    }

    private MpiRequest begin(Kind kind, MpiCommunicator communicator, MemorySegment buffer, int peer, int tag) {
        MpiRequest request = taken();
        request.begin(kind, communicator, buffer, peer, tag);
        return request;
    }

    private MpiRequest taken() {
        MpiRequest request = free;
        if (request == null) {
            request = new MpiRequest(this);
            requests.add(request);
        } else {
            free = request.next();
        }
        return request;
    }

    private void idle() {
        activity.idle(waitsFor);
        if (crowded) {
            giveWay();
        }
    }

    private void giveWay() {
        idlePolls = System.nanoTime() - lastIdle > LOOKING_IN_NANOS ? 0 : idlePolls + 1;
        if (idlePolls > IDLE_POLLS_BEFORE_SLEEP) {
            LockSupport.parkNanos(this, SLEEP_NANOS);
        } else if (idlePolls > IDLE_POLLS_BEFORE_YIELD) {
            Thread.yield();
        }
        lastIdle = System.nanoTime();
    }

    private String waitsFor() {
        List<MpiRequest> pending = requests.stream().filter(MpiRequest::isPending).toList();
        int more = pending.size() - REQUESTS_NAMED;
        return pending.stream().limit(REQUESTS_NAMED).map(MpiRequest::text)
                .collect(Collectors.joining(", ", "waits for ", more > 0 ? " and " + more + " more" : ""));
    }

    private CommException failed(MpiError error, MpiRequest request) {
        if (error.errorClass() == abi.errTruncate() && request.isReceive()) {
            return fail(tooLong(error, request), error);
        }
        return fail(error.getMessage() + ", rank=" + worldRank + " host=" + hostName + " " + request.fields(), error);
    }

    /**
     * Returns the text about a message that is too long for its receive. Open MPI tells the message's size in the status; in other
     * libraries the status is undefined after an error.
     */
    private String tooLong(MpiError error, MpiRequest request) {
        long told = 0;
        try {
            told = abi.truncatedBytes() ? mpi.bytes(request.statusAddress()) : 0;
        } catch (MpiError e) {
            error.addSuppressed(e);
        }
        return "a message " + (told > request.room() ? "of bytes=" + told + " " : "") + request.envelope()
                + " is longer than the receive buffer of bytes=" + request.room() + ": give both sides the same size ("
                + error.getMessage() + ")";
    }
}
