package hplhetero.run.check.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What an agent is asked, one after the other. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "ask")
sealed interface AgentRequest {

    /**
     * Tell of your host. Answered by {@link AgentResponse.Facts}.
     *
     * @param rates whether kernels are measured
     */
    record Look(boolean rates) implements AgentRequest {
    }

    /** What time is it? Answered by {@link AgentResponse.Time}. */
    record Clock() implements AgentRequest {
    }

    /**
     * Try to reach these, all at once. Answered by {@link AgentResponse.Tried}.
     *
     * @param millis for each attempt
     */
    record Try(List<Peer> peers, int millis) implements AgentRequest {
    }

    /**
     * Exchange messages with a peer. Answered by {@link AgentResponse.Measured}.
     *
     * @param address of it that can be reached
     */
    record Measure(Peer peer, String address) implements AgentRequest {
    }
}
