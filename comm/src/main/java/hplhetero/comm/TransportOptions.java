package hplhetero.comm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a transport is to go by.
 *
 * @param environment  the process' environment variables
 * @param mpiLibrary   the MPI library to load; empty: it is looked for
 * @param mpjHome      the folder of MPJ Express; empty: it is looked for
 * @param stallTimeout how long no rank may advance before the run is ended
 * @param onFatalFailure    called from a thread of the transport when the run has failed while this process' rank cannot be
 *                     reached, because it computes or a call of the transport does not return: is to say why and to end
 *                     the process
 */
public record TransportOptions(Map<String, String> environment, Optional<Path> mpiLibrary, Optional<Path> mpjHome,
                               Duration stallTimeout, Consumer<CommException> onFatalFailure) {
    /** Long: the generator, or a check, may take minutes without a message. */
    public static final Duration USUAL_STALL_TIMEOUT = Duration.ofMinutes(10);

    public TransportOptions {
        environment = Map.copyOf(environment);
        if (stallTimeout.isNegative() || stallTimeout.isZero()) {
            throw new IllegalArgumentException("stallTimeout=" + stallTimeout + ": must be > 0");
        }
    }

    /** Everything is looked for. */
    public static TransportOptions usual(Consumer<CommException> onFatalFailure) {
        return new TransportOptions(System.getenv(), Optional.empty(), Optional.empty(), USUAL_STALL_TIMEOUT, onFatalFailure);
    }
}
