package hplhetero.comm.transport.mpj;

import hplhetero.comm.Activity;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.ProgressEngine;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.transport.HostName;
import hplhetero.comm.transport.ProcessTransport;
import hplhetero.comm.transport.RankOfProcess;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.comm.transport.mpj.device.MpjDevice;
import hplhetero.comm.transport.mpj.device.MpjHome;
import hplhetero.comm.transport.mpj.device.MpjLibrary;

/** The transport between one rank in this process and the others in theirs, over TCP by MPJ's niodev. */
final class NetworkTransport extends ProcessTransport {
    /** Milliseconds that MPJ may take to disconnect. */
    private static final long FINISH_MILLIS = 5_000;

    private final MpjHome home;
    private final MpjLibrary library;
    private final MpjDevice device;
    private final RankOfProcess rank;

    /** Connects this process to those of the other ranks, and returns when all are connected. Collective over all ranks. */
    NetworkTransport(MpjHome home, LaunchEnvironment environment, MessageLimits limits, TransportOptions options) {
        this.home = home;
        String host = HostName.local();
        library = new MpjLibrary(home);
        device = DeviceConnection.connect(library, environment, host, LaunchEnvironment.namedAddress(options.environment()), limits);
        RunState state = new RunState();
        RankIdentity identity = new RankIdentity(environment.rank(), environment.size(), host, new Activity());
        ProgressEngine<?> engine = DeviceTransfer.engine(device, identity, state, new CoreSharing(environment.ranksOnHost()), limits);
        rank = new RankOfProcess(identity, engine, state, options);
    }

    @Override
    protected String carrier() {
        return "MPJ Express " + home.version() + " (niodev, TCP) from " + home.folder();
    }

    @Override
    protected RankOfProcess rank() {
        return rank;
    }

    /** Disconnects when all went well. After a failure the connections end with the process, because MPJ would wait for the lost ranks. */
    @Override
    public void close() {
        if (failure().isEmpty()) {
            Thread finishing = Thread.ofPlatform().daemon().name("mpj-finish").start(device::finish);
            try {
                finishing.join(FINISH_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        rank.close();
        library.close();
    }
}
