package hplhetero.comm.transport;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.comm.liveness.FailureDetector;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.protocol.ProgressEngine;
import hplhetero.comm.protocol.ProtocolCommunicator;
import hplhetero.comm.protocol.RankIdentity;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** A run with one rank in this process and the others in theirs: the watch over this rank, and its end. Owner: the rank's thread. */
public final class RankOfProcess implements AutoCloseable {
    private final RankIdentity identity;
    private final ProgressEngine<?> engine;
    private final RunState state;
    private final FailureDetector failureDetector;

    /** Joins the failure detectors of all ranks. Collective over the ranks. */
    public RankOfProcess(RankIdentity identity, ProgressEngine<?> engine, RunState state, TransportOptions options) {
        this.identity = identity;
        this.engine = engine;
        this.state = state;
        this.failureDetector = FailureDetector.join(ProtocolCommunicator.apart(engine), options);
        state.guard(failureDetector);
    }

    /** Returns the rank's number and host, and how many ranks there are. */
    RankIdentity identity() {
        return identity;
    }

    /**
     * Returns what people should know of ranks that could not connect to the failure detector, one text each, for printing on rank 0. Empty
     * where all have connected, and on all ranks but 0.
     */
    public List<String> notes() {
        return failureDetector.notes();
    }

    /**
     * Runs this process' rank and waits until all ranks have ended, as {@link hplhetero.comm.Transport#run} describes.
     *
     * @param ranks    the number of ranks in all processes, as the launcher has fixed it
     * @param rankMain the body of the rank, given its world communicator; its result is an exit code
     * @return the exit code of this process' rank
     */
    public int run(int ranks, ToIntFunction<Communicator> rankMain) {
        if (ranks != identity.size()) {
            throw new IllegalArgumentException("ranks=" + ranks + ": the launcher started " + identity.size());
        }
        state.requireAlive();
        try {
            int exitCode = rankMain.applyAsInt(ProtocolCommunicator.world(engine));
            Collectives.Barrier end = CollectiveAlgorithms.of(ProtocolCommunicator.apart(engine)).barrier(0);
            end.start();
            Await.done(end);
            return exitCode;
        } catch (Throwable thrown) {
            throw state.fail(identity.rank(), identity.hostName(), thrown);
        }
    }

    /** Returns why the run has ended by a failure; empty unless it has. */
    public Optional<String> failure() {
        return state.text();
    }

    /** Waits until no rank uses the transport any more, or the run has failed. */
    @Override
    public void close() {
        close(() -> { });
    }

    /**
     * Waits until no rank uses the transport any more, or the run has failed.
     *
     * @param meanwhile called again and again while this rank waits
     */
    public void close(Runnable meanwhile) {
        failureDetector.close(meanwhile);
    }
}
