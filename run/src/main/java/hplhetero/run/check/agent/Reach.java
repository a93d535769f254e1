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
public record Reach(String from, String to, List<Attempt> attempts) {
    public Reach {
        attempts = List.copyOf(attempts);
    }

    /** The first attempt that worked. */
    public Optional<Attempt> best() {
        return attempts.stream().filter(Attempt::reached).findFirst();
    }
}
