package hplhetero.comm;

/**
 * An operation in flight: a send, a receive or a collective. An operation makes no progress unless it is polled. One thread of a rank polls
 * all of the rank's operations.
 */
public interface Operation {

    /**
     * Moves the operation on as far as possible without waiting. Once {@link Progress#DONE} was returned, every further call returns it
     * too.
     *
     * @throws CommException when the transport failed or another rank has ended the run
     */
    Progress poll();
}
