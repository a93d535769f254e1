package hplhetero.run.check.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import hplhetero.run.facts.HostFacts;
import java.util.List;

/** What an agent says. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "answer")
sealed interface AgentResponse {

    /**
     * Said at its start, unasked.
     *
     * @param identity of this agent
     * @param port     at which it listens
     */
    record Hello(String identity, int port) implements AgentResponse {
    }

    /** To {@link AgentRequest.Look}. */
    record Facts(HostFacts facts) implements AgentResponse {
    }

    /** To {@link AgentRequest.Clock}: milliseconds since 1970. */
    record Time(long millis) implements AgentResponse {
    }

    /** To {@link AgentRequest.Try}: the attempts for each peer, in the order asked. */
    record Tried(List<List<ConnectAttempt>> attempts) implements AgentResponse {
    }

    /**
     * To {@link AgentRequest.Measure}.
     *
     * @param smallSeconds   half a round trip of 8 bytes, median
     * @param bytesPerSecond one way
     */
    record Measured(double smallSeconds, double bytesPerSecond) implements AgentResponse {
    }

    /** To anything: it went wrong. */
    record Failed(String reason) implements AgentResponse {
    }
}
