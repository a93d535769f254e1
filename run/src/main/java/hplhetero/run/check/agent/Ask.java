package hplhetero.run.check.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What an agent is asked, one after the other. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "ask")
sealed interface Ask {

    /**
     * Tell of your host. Answered by {@link Answer.Facts}.
     *
     * @param rates whether kernels are measured
     */
    record Look(boolean rates) implements Ask {
    }

    /** What time is it? Answered by {@link Answer.Time}. */
    record Clock() implements Ask {
    }

    /**
     * Try to reach these, all at once. Answered by {@link Answer.Tried}.
     *
     * @param millis for each attempt
     */
    record Try(List<Peer> peers, int millis) implements Ask {
    }

    /**
     * Exchange messages with a peer. Answered by {@link Answer.Measured}.
     *
     * @param address of it that can be reached
     */
    record Measure(Peer peer, String address) implements Ask {
    }
}
