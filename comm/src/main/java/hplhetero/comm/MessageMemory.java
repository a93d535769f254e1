package hplhetero.comm;

import java.lang.foreign.Arena;
import java.util.function.Function;

/** Memory that messages travel from and to, for as long as some work lasts. */
public final class MessageMemory {

    private MessageMemory() {
    }

    /**
     * Lends memory to {@code work} and frees it when that is done. Where it throws, messages may be in flight that the transport,
     * or another rank, still writes: then the memory is never freed. The run ends by that anyway.
     *
     * @param work gets a shared arena
     * @return what {@code work} returns
     */
    public static <R> R lend(Function<Arena, R> work) {
        Arena arena = Arena.ofShared();
        R result = work.apply(arena);
        arena.close();
        return result;
    }
}
