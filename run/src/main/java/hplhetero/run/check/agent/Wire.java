package hplhetero.run.check.agent;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** One message a line. A line that does not begin as ours do was printed by a login script, or by what else is on the way. */
final class Wire {
    private static final String OURS = "hpl-agent ";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Wire() {
    }

    static String line(Object message) {
        return OURS + JSON.writeValueAsString(message);
    }

    /** Empty when the line is not ours. */
    static <T> Optional<T> read(String line, Class<T> type) {
        int start = line.indexOf(OURS);
        if (start < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(line.substring(start + OURS.length()), type));
        } catch (JacksonException garbled) {
            throw new AgentException("not understood (another build of hpl-hetero there?): " + line, garbled);
        }
    }
}
