package hplhetero.run.check.agent;

import java.util.List;

/**
 * An agent that another one is to reach.
 *
 * @param name      of its host, as the user wrote it
 * @param identity  by which it proves to be the one, and accepts that it was meant
 * @param addresses to try besides the name
 * @param port      at which it listens on all of its interfaces
 */
public record Peer(String name, String identity, List<String> addresses, int port) {
    public Peer {
        addresses = List.copyOf(addresses);
    }
}
