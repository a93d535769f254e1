package hplhetero.comm.protocol.remote;

/** Hears which commands of a {@link Translator} are done, as events that are alike for all networks. Owner: the rank's thread. */
@FunctionalInterface
public interface Completions {

    /**
     * Notes that a command is done: the source of a put is not read any more; any other command has its answer.
     *
     * @param command the number that the command was given
     * @param value   the word that was read; 0 for a put
     */
    void completed(long command, long value);
}
