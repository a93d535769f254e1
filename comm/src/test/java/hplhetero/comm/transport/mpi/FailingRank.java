package hplhetero.comm.transport.mpi;

import static hplhetero.comm.Ranks.zeros;

import hplhetero.comm.Await;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.TransportOptions;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * The program of a rank that fails, each in its way: which is the first argument, the MPI library the second, if any. Says
 * what it learns of the failure, and in its last line what it holds for the run's end.
 */
@SuppressWarnings("restricted") // a buffer at address 0 is wrong on purpose
final class FailingRank {
    private static final Map<String, ToIntFunction<Communicator>> WAYS = Map.of(
            "nothing", comm -> 0,
            "too-long", comm -> sendTooLong(comm, 24),
            "much-too-long", comm -> sendTooLong(comm, 300_000),
            "throws", FailingRank::throwInOne,
            "mpi-error", FailingRank::callWronglyInOne,
            "killed", FailingRank::killOne,
            "aborted-and-killed", FailingRank::abortOneAndKillAnother);

    private FailingRank() {
    }

    public static void main(String[] arguments) {
        Map<String, String> library = arguments.length > 1 ? Map.of(MpiProvider.LIBRARY, arguments[1]) : Map.of();
        TransportOptions options = new TransportOptions(System.getenv(), library,
                new LivenessTimeouts(Optional.of(Duration.ofMinutes(1)), Optional.empty()), FailingRank::end);
        try (MpiTransport transport = MpiTransport.open(options)) {
            System.out.println("over " + transport.description());
            System.exit(transport.run(transport.ranks().getAsInt(), WAYS.get(arguments[0])));
        } catch (CommException e) {
            end(e);
        }
    }

    private static void end(CommException e) {
        System.out.println((e.isToldByRank0() ? "heard: " : "said: ") + e.getMessage());
        Runtime.getRuntime().halt(3);
    }

    private static int sendTooLong(Communicator comm, long bytes) {
        if (comm.rank() == 0) {
            Await.done(comm.isend(zeros(bytes), 1, 5));
            return waitForever(comm);
        }
        Await.done(comm.irecv(zeros(16), 0, 5));
        return 0;
    }

    private static int throwInOne(Communicator comm) {
        if (comm.rank() == 1) {
            throw new IllegalStateException("boom");
        }
        return waitForever(comm);
    }

    private static int callWronglyInOne(Communicator comm) {
        if (comm.rank() == 1) {
            comm.isend(MemorySegment.NULL.reinterpret(32), 0, 9);
        }
        return waitForever(comm);
    }

    private static int killOne(Communicator comm) {
        if (comm.rank() == 1) {
            Runtime.getRuntime().halt(137);
        }
        return waitForever(comm);
    }

    /** As UCX aborts a rank that reads the memory of one that has died, and whose connection closes later. */
    private static int abortOneAndKillAnother(Communicator comm) {
        try {
            if (comm.rank() == 0) {
                Downcall.toVoid(NativeLibrary.system().find("abort").orElseThrow()).invokeExact();
            } else if (comm.rank() == 1) {
                Thread.sleep(300);
                Runtime.getRuntime().halt(137);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return waitForever(comm);
    }

    private static int waitForever(Communicator comm) {
        Await.done(comm.irecv(zeros(8), Communicator.ANY_SOURCE, 1));
        return 0;
    }
}
