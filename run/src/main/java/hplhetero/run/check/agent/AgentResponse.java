package hplhetero.run.check.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import hplhetero.run.facts.HostFacts;
import java.util.List;

/** A message from an agent: its greeting, or the answer to a request. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "answer")
sealed interface AgentResponse {

    /**
     * The greeting that an agent sends at its start, unasked.
     *
     * @param identity identity of this agent
     * @param port     port at which the agent listens
     */
    record Hello(String identity, int port) implements AgentResponse {
    }

    /** The answer to {@link AgentRequest.Look}: the facts of the host. */
    record Facts(HostFacts facts) implements AgentResponse {
    }

    /** The answer to {@link AgentRequest.Clock}: milliseconds since 1970. */
    record Time(long millis) implements AgentResponse {
    }

    /** The answer to {@link AgentRequest.Try}: the attempts for each peer, in the order of the request. */
    record Tried(List<List<ConnectAttempt>> attempts) implements AgentResponse {
    }

    /**
     * The answer to {@link AgentRequest.Measure}.
     *
     * @param smallSeconds   half the median round trip of 8 bytes, in seconds
     * @param bytesPerSecond rate of large messages, one way
     */
    record Measured(double smallSeconds, double bytesPerSecond) implements AgentResponse {
    }

    /** The answer to any request that failed, with the reason. */
    record Failed(String reason) implements AgentResponse {
    }
}
