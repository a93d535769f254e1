package hplhetero.comm.transport;

import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A transport between one rank in this process and the others in theirs. The thread that opens it is the rank's: it alone runs and closes
 * it.
 */
public abstract class ProcessTransport implements Transport {

    /** Returns this process' rank. */
    protected abstract RankOfProcess rank();

    /** Returns what carries the messages, in words for people. */
    protected abstract String carrier();

    @Override
    public final String description() {
        return Stream.concat(Stream.of(carrier()), rank().notes().stream()).collect(Collectors.joining("; "));
    }

    @Override
    public final OptionalInt ranks() {
        return OptionalInt.of(rank().identity().size());
    }

    @Override
    public final boolean leads() {
        return rank().identity().rank() == 0;
    }

    @Override
    public final int run(int ranks, ToIntFunction<Communicator> rankMain) {
        return rank().run(ranks, rankMain);
    }

    @Override
    public final Optional<String> failure() {
        return rank().failure();
    }
}
