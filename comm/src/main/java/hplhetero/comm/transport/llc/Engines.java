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

/** The progress engine of a rank over a translator. */
final class Engines {
    /** Nobody wakes a sleeper: a message is found at the next poll. */
    private static final long SLEEP_NANOS = 50_000;
    private static final long COMPUTING_NANOS = 200_000;

    private Engines() {
    }

    /** Called by the rank's thread; collective. */
    static ProgressEngine<?> engine(RankIdentity identity, RunState state, CoreSharing cores, RemoteLimits limits,
            Translator translator, KeyValueStore store) {
        RemoteTransfer transfer = new RemoteTransfer(identity.rank(), identity.size(), limits, translator, store, (peer, step) -> { });
        return new ProgressEngine<>(identity, state, transfer, new BackOff(cores, COMPUTING_NANOS, () -> SLEEP_NANOS));
    }
}
