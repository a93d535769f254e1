package hplhetero.comm.protocol.remote;

/** Hears which commands of a {@link Translator} are done: the hardware-neutral events. Owner: the rank's thread. */
@FunctionalInterface
public interface Completions {

    /**
     * A command is done: the source of a put is not read any more; the others have their answer.
     *
     * @param command the number that it was given
     * @param value   of a put 0; else the word that was read
     */
    void completed(long command, long value);
}
