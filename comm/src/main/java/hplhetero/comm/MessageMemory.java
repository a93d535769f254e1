package hplhetero.comm;

import java.lang.foreign.Arena;
import java.util.function.Function;

/** Memory that messages are sent from and received into, lent for as long as some work lasts. */
public final class MessageMemory {

    private MessageMemory() {
    }

    /**
     * Lends memory to {@code work}, and frees it when the work has returned. Where the work throws, messages may be in flight that the
     * transport or another rank still reads or writes. The memory is then never freed; the run ends by the exception anyway.
     *
     * @param work the work that uses the memory; it is given a shared arena
     * @return what {@code work} returns
     */
    public static <R> R lend(Function<Arena, R> work) {
        Arena arena = open();
        R result = work.apply(arena);
        arena.close();
        return result;
    }

    /**
     * Returns memory that its user frees, for memory that is replaced in the middle of some work. The user closes the arena when no message
     * can be in flight any more, and never closes it after an exception, as {@link #lend} does.
     */
    public static Arena open() {
        return Arena.ofShared();
    }
}
