package hplhetero.comm.transport.mpj;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.transport.local.HostName;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/** One rank in this process, the others in theirs, over TCP by MPJ's niodev. */
final class NetworkTransport implements Transport {
    private static final long FINISHING_MILLIS = 5_000;

    private final MpjHome home;
    private final Seat seat;
    private final Fate fate;
    private final MpjLibrary library;
    private final MpjDevice device;
    private final Limits limits;
    private final String host;

    private NetworkTransport(MpjHome home, Seat seat, MpjLibrary library, MpjDevice device, Limits limits, String host) {
        this.home = home;
        this.seat = seat;
        this.library = library;
        this.device = device;
        this.limits = limits;
        this.host = host;
        this.fate = new Fate();
    }

    /** Connects this process to those of the other ranks; returns when all are connected. */
    static NetworkTransport open(MpjHome home, Seat seat, Limits limits) {
        String host = HostName.local();
        MpjLibrary library = new MpjLibrary(home);
        return new NetworkTransport(home, seat, library, Connecting.connect(library, seat, host, limits), limits, host);
    }

    @Override
    public String description() {
        return "MPJ Express " + home.version() + " (niodev, TCP) from " + home.folder();
    }

    @Override
    public OptionalInt ranks() {
        return OptionalInt.of(seat.size());
    }

    @Override
    public boolean leads() {
        return seat.rank() == 0;
    }

    @Override
    public int run(int ranks, ToIntFunction<Communicator> rankMain) {
        if (ranks != seat.size()) {
            throw new IllegalArgumentException("ranks=" + ranks + ", but the launcher started ranks=" + seat.size());
        }
        try {
            boolean crowded = seat.ranksOnHost() > Runtime.getRuntime().availableProcessors();
            Endpoint endpoint = new Endpoint(device, seat.rank(), seat.size(), host, crowded, fate, limits);
            int exitCode = rankMain.applyAsInt(MpjCommunicator.world(endpoint));
            Collectives.Barrier end = Collectives.of(MpjCommunicator.apart(endpoint)).barrier(0);
            end.start();
            Await.done(end);
            return exitCode;
        } catch (Throwable thrown) {
            throw fate.fail(seat.rank(), host, thrown.toString(), thrown);
        }
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(fate.firstFailure()).map(Throwable::getMessage);
    }

    /** Disconnects when all went well. Else the connections end with the process: MPJ would wait for the lost ranks. */
    @Override
    public void close() {
        if (failure().isEmpty()) {
            Thread finishing = Thread.ofPlatform().daemon().name("mpj-finish").start(device::finish);
            try {
                finishing.join(FINISHING_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        library.close();
    }
}
