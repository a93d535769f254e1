package hplhetero.run.check.agent;

import java.util.List;
import java.util.Optional;

/**
 * What one host found when it tried to reach another.
 *
 * @param from     host, as the user wrote it
 * @param to       host, as the user wrote it
 * @param attempts by name, then by each address
 */
public record Reachability(String from, String to, List<ConnectAttempt> attempts) {
    public Reachability {
        attempts = List.copyOf(attempts);
    }

    /** The first attempt that worked. */
    public Optional<ConnectAttempt> best() {
        return attempts.stream().filter(ConnectAttempt::reached).findFirst();
    }
}
