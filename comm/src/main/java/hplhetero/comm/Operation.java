package hplhetero.comm;

/**
 * Something in flight: a send, a receive or a collective. Nothing moves unless it is polled; one thread
 * of a rank polls all of that rank's operations.
 */
public interface Operation {

    /**
     * Moves the operation on as far as it goes without waiting. Once {@link Progress#DONE} is returned
     * every further call returns it too.
     *
     * @throws CommException when the transport failed or another rank has ended the run
     */
    Progress poll();
}
