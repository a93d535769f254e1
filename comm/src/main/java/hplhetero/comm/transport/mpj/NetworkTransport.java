package hplhetero.comm.transport.mpj;

import hplhetero.comm.Activity;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.life.Lifeline;
import hplhetero.comm.transport.local.HostName;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One rank in this process, the others in theirs, over TCP by MPJ's niodev. The thread that opens it is the rank's: it alone
 * calls {@link #run} and {@link #close}.
 */
final class NetworkTransport implements Transport {
    private static final long FINISHING_MILLIS = 5_000;

    private final MpjHome home;
    private final MpjLibrary library;
    private final MpjDevice device;
    private final Endpoint endpoint;
    private final Fate fate;
    private final Lifeline lifeline;

    /** Connects this process to those of the other ranks; returns when all are connected. */
    NetworkTransport(MpjHome home, Seat seat, Limits limits, TransportOptions options) {
        this.home = home;
        String host = HostName.local();
        library = new MpjLibrary(home);
        device = Connecting.connect(library, seat, host, limits);
        fate = new Fate();
        boolean crowded = seat.ranksOnHost() > Runtime.getRuntime().availableProcessors();
        Endpoint.Place place = new Endpoint.Place(seat.rank(), seat.size(), host, crowded, new Activity());
        endpoint = new Endpoint(device, place, fate, limits);
        lifeline = Lifeline.join(MpjCommunicator.apart(endpoint), options);
        fate.guard(lifeline);
    }

    @Override
    public String description() {
        return Stream.concat(Stream.of("MPJ Express " + home.version() + " (niodev, TCP) from " + home.folder()),
                lifeline.notes().stream()).collect(Collectors.joining("; "));
    }

    @Override
    public OptionalInt ranks() {
        return OptionalInt.of(endpoint.size());
    }

    @Override
    public boolean leads() {
        return endpoint.rank() == 0;
    }

    @Override
    public int run(int ranks, ToIntFunction<Communicator> rankMain) {
        if (ranks != endpoint.size()) {
            throw new IllegalArgumentException("ranks=" + ranks + ": the launcher started " + endpoint.size());
        }
        fate.requireAlive();
        try {
            int exitCode = rankMain.applyAsInt(MpjCommunicator.world(endpoint));
            Collectives.Barrier end = Collectives.of(MpjCommunicator.apart(endpoint)).barrier(0);
            end.start();
            Await.done(end);
            return exitCode;
        } catch (Throwable thrown) {
            throw endpoint.fail(CommException.reason(thrown), thrown);
        }
    }

    @Override
    public Optional<String> failure() {
        return fate.text();
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
        lifeline.close();
        library.close();
    }
}
