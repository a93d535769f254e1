package hplhetero.run.check.agent;

import java.util.List;
import java.util.Optional;

/**
 * What one host found when it tried to reach another.
 *
 * @param from     the trying host, as the user wrote it
 * @param to       the host to be reached, as the user wrote it
 * @param attempts the attempts, by name first, then by each address
 */
public record Reachability(String from, String to, List<ConnectAttempt> attempts) {
    public Reachability {
        attempts = List.copyOf(attempts);
    }

    /** Returns the first attempt that worked; empty where none did. */
    public Optional<ConnectAttempt> best() {
        return attempts.stream().filter(ConnectAttempt::reached).findFirst();
    }
}
