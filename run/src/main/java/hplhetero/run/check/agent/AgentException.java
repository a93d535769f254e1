package hplhetero.run.check.agent;

/** Thrown when an agent could not be started, or did not answer as it should. */
final class AgentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception that no other exception has caused.
     *
     * @param message what went wrong with the agent, for people
     */
    AgentException(String message) {
        super(message);
    }

    /**
     * Makes an exception for a failure that another exception tells of.
     *
     * @param message what went wrong with the agent, for people
     * @param cause   the exception that tells of the failure
     */
    AgentException(String message, Throwable cause) {
        super(message, cause);
    }
}
