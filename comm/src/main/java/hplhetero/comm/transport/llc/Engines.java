package hplhetero.comm.transport.llc;

import hplhetero.comm.liveness.RunState;
import hplhetero.comm.protocol.BackOff;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.ProgressEngine;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.protocol.remote.KeyValueStore;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.protocol.remote.engine.RemoteTransfer;

/** The factory of the progress engine of a rank over a translator. */
final class Engines {
    /** Nanoseconds a rank sleeps between polls: nobody wakes it, so a message is found at the next poll. */
    private static final long SLEEP_NANOS = 50_000;
    /** Nanoseconds without a poll after which a rank is taken to have computed, so that it shall not sleep. */
    private static final long COMPUTING_NANOS = 200_000;

    private Engines() {
    }

    /**
     * Makes the engine and connects it with those of the other ranks. Collective; called by the rank's thread.
     *
     * @param store through which ranks tell each other how they are reached
     */
    static ProgressEngine<?> engine(RankIdentity identity, RunState state, CoreSharing cores, RemoteLimits limits,
            Translator translator, KeyValueStore store) {
        RemoteTransfer transfer = new RemoteTransfer(identity.rank(), identity.size(), limits, translator, store, (peer, step) -> { });
        return new ProgressEngine<>(identity, state, transfer, new BackOff(cores, COMPUTING_NANOS, () -> SLEEP_NANOS));
    }
}
