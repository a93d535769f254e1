package hplhetero.run.check.agent;

/** Thrown when an agent could not be started, or did not answer as it should. */
final class AgentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AgentException(String message) {
        super(message);
    }

    AgentException(String message, Throwable cause) {
        super(message, cause);
    }
}
