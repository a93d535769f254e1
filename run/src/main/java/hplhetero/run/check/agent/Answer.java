package hplhetero.run.check.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import hplhetero.run.check.facts.HostFacts;
import java.util.List;

/** What an agent says. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "answer")
sealed interface Answer {

    /**
     * Said at its start, unasked.
     *
     * @param identity of this agent
     * @param port     at which it listens
     */
    record Hello(String identity, int port) implements Answer {
    }

    /** To {@link Ask.Look}. */
    record Facts(HostFacts facts) implements Answer {
    }

    /** To {@link Ask.Clock}: milliseconds since 1970. */
    record Time(long millis) implements Answer {
    }

    /** To {@link Ask.Try}: the attempts for each peer, in the order asked. */
    record Tried(List<List<Attempt>> attempts) implements Answer {
    }

    /**
     * To {@link Ask.Measure}.
     *
     * @param smallSeconds   half a round trip of 8 bytes, median
     * @param bytesPerSecond one way
     */
    record Measured(double smallSeconds, double bytesPerSecond) implements Answer {
    }

    /** To anything: it went wrong. */
    record Failed(String reason) implements Answer {
    }
}
