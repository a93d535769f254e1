package hplhetero.run.check.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** A request to an agent. An agent answers requests one after the other. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "ask")
sealed interface AgentRequest {

    /**
     * The request to inspect the agent's host. Answered by {@link AgentResponse.Facts}.
     *
     * @param rates whether kernels are measured
     */
    record Look(boolean rates) implements AgentRequest {
    }

    /** The request to tell the time of the host's clock. Answered by {@link AgentResponse.Time}. */
    record Clock() implements AgentRequest {
    }

    /**
     * The request to try to reach these peers, all at once. Answered by {@link AgentResponse.Tried}.
     *
     * @param peers  the agents to reach
     * @param millis time for each attempt, in milliseconds
     */
    record Try(List<Peer> peers, int millis) implements AgentRequest {
    }

    /**
     * The request to exchange messages with a peer. Answered by {@link AgentResponse.Measured}.
     *
     * @param peer    the agent to exchange messages with
     * @param address an address of the peer that can be reached
     */
    record Measure(Peer peer, String address) implements AgentRequest {
    }
}
