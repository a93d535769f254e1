package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.comm.transport.mpj.device.MpjDevice;
import hplhetero.comm.transport.mpj.device.MpjLibrary;
import hplhetero.comm.transport.mpj.start.RankAddress;
import hplhetero.comm.transport.mpj.start.RankRegistration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The start of MPJ's network device. MPJ tries a peer that it cannot reach again and again for ever. When that happens, its thread is left
 * behind and an error names the pairs of hosts that cannot talk.
 */
final class DeviceConnection {
    private static final long CONNECT_SECONDS = 60;
    private static final int PROBE_MILLIS = 2_000;
    private static final String NETWORK_DEVICE = "xdev.niodev.NIODevice";

    private DeviceConnection() {
    }

    /**
     * Connects this process' device with those of all other ranks. Collective over all ranks.
     *
     * @param host    name of this host, for messages
     * @param address address of this host that the others are to be told; empty: the one from which the store is reached
     * @throws CommException when not all ranks come or can be reached
     */
    @SuppressWarnings("try") // the registration is closed early to wake the thread that waits in serve
    static MpjDevice connect(MpjLibrary library, LaunchEnvironment environment, String host, Optional<InetAddress> address,
            MessageLimits limits) {
        Object device = library.newDevice(NETWORK_DEVICE);
        CompletableFuture<Object[]> processes = new CompletableFuture<>();
        try (RankRegistration registration = new RankRegistration(environment, host, address)) {
            // every envelope goes at once, every long piece asks the receiver first; small pieces need not ask
            String configuration = registration.deviceArgument(Envelope.BYTES + limits.eagerBytes());
            // a daemon, so that the threads that MPJ starts from it are daemons too
            Thread.ofPlatform().daemon().name("mpj-connect").start(() -> {
                try {
                    processes.complete(library.init(device, Integer.toString(environment.rank()), configuration, "niodev"));
                } catch (Throwable e) {
                    processes.completeExceptionally(e);
                    registration.close();
                }
            });
            List<RankAddress> peers = serve(registration, processes, environment, host);
            return new MpjDevice(library, device, await(processes, environment, host, peers));
        }
    }

    private static List<RankAddress> serve(RankRegistration registration, CompletableFuture<Object[]> processes,
            LaunchEnvironment environment, String host) {
        try {
            return registration.serve();
        } catch (CommException e) {
            if (!registration.deviceConnected() && processes.isCompletedExceptionally()) {
                throw failed(processes.exceptionNow(), environment, host);
            }
            throw e;
        }
    }

    private static CommException failed(Throwable cause, LaunchEnvironment environment, String host) {
        return new CommException("rank " + environment.rank() + " on " + host + ": " + cause.getMessage(), cause);
    }

    private static Object[] await(CompletableFuture<Object[]> processes, LaunchEnvironment environment, String host,
            List<RankAddress> peers) {
        try {
            return processes.get(CONNECT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw failed(e.getCause(), environment, host);
        } catch (TimeoutException e) {
            throw new CommException("rank " + environment.rank() + " on " + host + " is not connected to all ranks after "
                    + CONNECT_SECONDS + " s: " + unreachable(environment, peers), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommException("rank " + environment.rank() + " on " + host + " was interrupted while it connected", e);
        }
    }

    /**
     * Returns why this rank is not connected. A rank connects to the ranks before it, so the text names those of them that cannot be
     * reached.
     */
    private static String unreachable(LaunchEnvironment environment, List<RankAddress> peers) {
        List<String> unreachable = new ArrayList<>();
        for (RankAddress peer : peers.subList(0, environment.rank())) {
            for (int port : new int[] {peer.writePort(), peer.readPort()}) {
                try (Socket probe = new Socket()) {
                    probe.connect(new InetSocketAddress(peer.address(), port), PROBE_MILLIS);
                } catch (IOException e) {
                    unreachable.add("rank " + peer.rank() + " on " + peer.host() + " at " + peer.address() + ":" + port + " ("
                            + e.getMessage() + ")");
                }
            }
        }
        return unreachable.isEmpty() ? "another rank cannot reach this rank, and says so: open the TCP ports 25000-40000 between the hosts"
                : "it cannot reach " + String.join(", ", unreachable) + ": open the TCP ports 25000-40000 between the hosts, or set "
                + LaunchEnvironment.ADDRESS + " on that host to its address in a network that all share";
    }
}
