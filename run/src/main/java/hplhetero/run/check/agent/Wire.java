package hplhetero.run.check.agent;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The form of messages between agent and checking process, one message a line. A line without this program's mark was printed by a login
 * script, or by something else on the way.
 */
final class Wire {
    private static final String OURS = "hpl-agent ";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Wire() {
    }

    /**
     * Returns a message as one line of text: the mark of this program, then JSON.
     *
     * @param message an {@link AgentRequest} or an {@link AgentResponse}
     */
    static String line(Object message) {
        return OURS + JSON.writeValueAsString(message);
    }

    /**
     * Reads a message from a line; empty when the line has no mark of this program.
     *
     * @param line the line as received, with or without text before the mark
     * @param type type of the message expected
     * @throws AgentException when the message is not understood
     */
    static <T> Optional<T> read(String line, Class<T> type) {
        int start = line.indexOf(OURS);
        if (start < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(line.substring(start + OURS.length()), type));
        } catch (JacksonException garbled) {
            throw new AgentException("sent a line that is not understood (is another build of hpl-hetero there?): " + line, garbled);
        }
    }
}
