package hplhetero.run.check.agent;

import hplhetero.run.check.agent.ConnectAttempt.Outcome;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

/** Connects to the {@link PeerServer}s of other hosts. */
final class PeerProbe {
    private static final int MEASURING_TIMEOUT_MILLIS = 5_000;
    private static final int WARMUP_TRIPS = 20;
    private static final int SMALL_TRIPS = 100;
    private static final int MOST_LARGE_MESSAGES = 16;
    private static final double ENOUGH_SECONDS = 0.25;

    private PeerProbe() {
    }

    /**
     * Makes all attempts for all peers at once, so that they take no longer than one that fails. Returns the attempts for each peer, in the
     * order of {@code peers}.
     */
    static List<List<ConnectAttempt>> tryAll(List<Peer> peers, int millis) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<ConnectAttempt>>> each = new ArrayList<>();
            peers.forEach(peer -> each.add(threads.submit(() -> tryOne(peer, millis, threads))));
            List<List<ConnectAttempt>> attempts = new ArrayList<>();
            for (Future<List<ConnectAttempt>> one : each) {
                attempts.add(one.get());
            }
            return attempts;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static List<ConnectAttempt> tryOne(Peer peer, int millis, ExecutorService threads) throws InterruptedException,
            ExecutionException {
        List<Future<ConnectAttempt>> each = new ArrayList<>();
        SequencedSet<InetAddress> named = new LinkedHashSet<>();
        List<ConnectAttempt> attempts = new ArrayList<>();
        try {
            named.addAll(Arrays.asList(InetAddress.getAllByName(peer.name())));
        } catch (UnknownHostException unknown) {
            attempts.add(new ConnectAttempt(true, "", peer.port(), "", Outcome.UNKNOWN_NAME, "", 0));
        }
        named.forEach(address -> each.add(threads.submit(() -> attempt(peer, true, address, millis))));
        for (String text : peer.addresses()) {
            InetAddress address = InetAddress.ofLiteral(text);
            if (!named.contains(address)) {
                each.add(threads.submit(() -> attempt(peer, false, address, millis)));
            }
        }
        for (Future<ConnectAttempt> one : each) {
            attempts.add(one.get());
        }
        return attempts;
    }

    private static ConnectAttempt attempt(Peer peer, boolean byName, InetAddress address, int millis) {
        long start = System.nanoTime();
        Outcome outcome = Outcome.REACHED;
        String detail = "";
        try (Socket socket = connected(peer, address, millis)) {
            socket.shutdownOutput();
        } catch (IOException failed) {
            outcome = outcome(failed);
            detail = String.valueOf(failed.getMessage());
        }
        return new ConnectAttempt(byName, address.getHostAddress(), peer.port(), interfaceTo(address), outcome, detail,
                (System.nanoTime() - start) * 1e-6);
    }

    /** Returns a connection that the peer has accepted. */
    private static Socket connected(Peer peer, InetAddress address, int millis) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(address, peer.port()), millis);
            socket.getOutputStream().write(peer.identity().getBytes(StandardCharsets.US_ASCII));
            accepted(socket);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void accepted(Socket socket) throws IOException {
        try {
            if (socket.getInputStream().read() == PeerServer.ACCEPTED) {
                return;
            }
        } catch (IOException silentOrGone) {
            throw new StrangerException("connected, but no answer: " + silentOrGone.getMessage());
        }
        throw new StrangerException("connected, but another program answered");
    }

    /** Thrown when whoever answers is not the peer. */
    private static final class StrangerException extends IOException {
        private static final long serialVersionUID = 1L;

        StrangerException(String message) {
            super(message);
        }
    }

    private static Outcome outcome(IOException failed) {
        String text = String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT);
        return switch (failed) {
            case StrangerException e -> Outcome.STRANGER;
            case SocketTimeoutException e -> Outcome.TIMED_OUT;
            case NoRouteToHostException e -> Outcome.NO_ROUTE;
            case ConnectException e when text.contains("unreachable") -> Outcome.NO_ROUTE;
            case ConnectException e when text.contains("timed out") -> Outcome.TIMED_OUT;
            case ConnectException e -> Outcome.REFUSED;
            default -> text.contains("unreachable") ? Outcome.NO_ROUTE : Outcome.FAILED;
        };
    }

    /** Returns the name of the interface through which the system would send to an address. Asking sends no packet. */
    private static String interfaceTo(InetAddress address) {
        try (DatagramSocket route = new DatagramSocket()) {
            route.connect(new InetSocketAddress(address, 1));
            NetworkInterface through = NetworkInterface.getByInetAddress(route.getLocalAddress());
            return through == null ? "" : through.getName();
        } catch (IOException | java.io.UncheckedIOException none) {
            return "";
        }
    }

    /**
     * Measures latency and bandwidth to a peer, by the JVM's clock: small messages to and fro, then large ones, fewer of these on a slow
     * link.
     */
    static AgentResponse.Measured measure(Peer peer, InetAddress address) throws IOException {
        return measure(peer, address, System::nanoTime);
    }

    /**
     * Measures latency and bandwidth to a peer, by a given clock: small messages to and fro, then large ones, fewer of these on a slow
     * link.
     *
     * @param nanoTime the clock that times messages, in nanoseconds
     */
    static AgentResponse.Measured measure(Peer peer, InetAddress address, LongSupplier nanoTime) throws IOException {
        try (Socket socket = connected(peer, address, MEASURING_TIMEOUT_MILLIS);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            byte[] small = new byte[Integer.BYTES + PeerServer.SMALL_BYTES];
            small[Integer.BYTES - 1] = PeerServer.SMALL_BYTES;
            byte[] answer = new byte[PeerServer.SMALL_BYTES];
            double[] trips = new double[SMALL_TRIPS];
            for (int i = -WARMUP_TRIPS; i < SMALL_TRIPS; i++) {
                long start = nanoTime.getAsLong();
                out.write(small);
                in.readFully(answer);
                trips[Math.max(0, i)] = (nanoTime.getAsLong() - start) * 1e-9;
            }
            Arrays.sort(trips);
            return new AgentResponse.Measured(trips[SMALL_TRIPS / 2] / 2, bandwidth(in, out, nanoTime));
        }
    }

    private static double bandwidth(DataInputStream in, DataOutputStream out, LongSupplier nanoTime) throws IOException {
        byte[] large = new byte[PeerServer.LARGE_BYTES];
        byte[] answer = new byte[PeerServer.SMALL_BYTES];
        long start = nanoTime.getAsLong();
        double seconds = 0;
        int sent = -1;
        while (sent < 1 || sent < MOST_LARGE_MESSAGES && seconds < ENOUGH_SECONDS) {
            out.writeInt(large.length);
            out.write(large);
            in.readFully(answer);
            if (sent++ < 0) {
                start = nanoTime.getAsLong(); // the first message, which opens TCP's window, is not timed
            }
            seconds = (nanoTime.getAsLong() - start) * 1e-9;
        }
        return (double) sent * large.length / seconds;
    }
}
