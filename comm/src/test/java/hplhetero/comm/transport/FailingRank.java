package hplhetero.comm.transport;

import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/** The program of a rank whose run ends badly. Arguments: how, and by which rank. */
public final class FailingRank {
    /** How a rank fails. */
    public enum Way {
        /** It is killed while all exchange long messages. */
        KILLED,
        /** It throws. */
        THROWS,
        /** It receives a message into too small a buffer. */
        TOO_LONG
    }

    private FailingRank() {
    }

    public static void main(String[] arguments) {
        Way way = Way.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        int failing = Integer.parseInt(arguments[1]);
        TransportOptions options = TransportOptions.usual(failure -> {
            say(failure);
            Runtime.getRuntime().halt(1);
        });
        int code = 1;
        try (Transport transport = RankProcess.launched().open(options)) {
            code = transport.run(transport.ranks().getAsInt(), world -> exchange(world, way, failing));
        } catch (CommException e) {
            say(e);
        }
        System.exit(code);
    }

    private static void say(CommException failure) {
        if (!failure.isToldByRank0()) {
            System.err.println("FAILURE: " + failure.getMessage());
        }
    }

    private static int exchange(Communicator world, Way way, int failing) {
        MemorySegment in = zeros(5_000_000);
        MemorySegment out = zeros(5_000_000);
        for (int round = 0; ; round++) {
            if (round == 20 && world.rank() == failing) {
                fail(world, way);
            }
            int next = (world.rank() + 1) % world.size();
            int previous = (world.rank() + world.size() - 1) % world.size();
            Request receive = world.irecv(in, previous, 0);
            Request send = world.isend(out, next, 0);
            await(receive);
            await(send);
        }
    }

    private static void fail(Communicator world, Way way) {
        switch (way) {
            case KILLED -> {
                world.isend(zeros(5_000_000), (world.rank() + 1) % world.size(), 0);
                Runtime.getRuntime().halt(137);
            }
            case THROWS -> throw new IllegalStateException("no memory for A");
            case TOO_LONG -> Ranks.await(world.irecv(zeros(16), (world.rank() + world.size() - 1) % world.size(), 0));
        }
    }
}
