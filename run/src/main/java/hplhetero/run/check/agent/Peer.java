package hplhetero.run.check.agent;

import java.util.List;

/**
 * An agent that another agent is to reach.
 *
 * @param name      name of the agent's host, as the user wrote it
 * @param identity  identity by which the agent knows that a connection is meant for it
 * @param addresses addresses to try besides the name
 * @param port      port at which the agent listens on all of its interfaces
 */
public record Peer(String name, String identity, List<String> addresses, int port) {
    public Peer {
        addresses = List.copyOf(addresses);
    }
}
