package hplhetero.comm.protocol.remote;

import java.lang.foreign.MemorySegment;

/**
 * All that a network must do for the engine: turns its hardware-neutral commands into the network's, and what the network tells into
 * {@link Completions}. One for each rank. Owner: the rank's thread, which makes every call; none waits for another rank.
 *
 * <p>Each rank has one <em>area</em>, memory that all ranks may read and write. Words in it are 64 bits long, little-endian, and lie at
 * multiples of 8. User memory can be made reachable beside it, where the network can.
 *
 * <p><b>Order.</b> Commands to one peer take effect there in the order they were given. A put's word is seen at the peer only when the
 * put's data, and those of all puts before it, are there: the engine finds what came by reading words with acquire semantics.
 */
public interface Translator extends AutoCloseable {
    /** No longer address or descriptor is made. */
    int MOST_DESCRIPTOR_BYTES = 2_048;

    /** The key of the peer's area. */
    long AREA = 0;

    /** Of memory that no other rank can reach. */
    long UNREACHABLE = -1;

    /** What it is, with version, for people. */
    String description();

    /**
     * Makes this rank's area: zeroed, aligned to 4096 bytes, there until {@link #close}. Called once, before all else.
     *
     * @throws hplhetero.comm.CommException when it cannot be had, with the remedy
     */
    MemorySegment allocate(long bytes);

    /** Makes memory this rank's area that the caller has allocated; instead of {@link #allocate}. */
    void expose(MemorySegment area);

    /** How others reach this rank and its area; at most {@link #MOST_DESCRIPTOR_BYTES}. */
    byte[] address();

    /**
     * Tells how a peer is reached; once, before the first command to it. Connecting may wait until that first command.
     *
     * @param address the peer's {@link #address}
     * @throws hplhetero.comm.CommException when it cannot be reached
     */
    void reach(int peer, byte[] address);

    /** All ranks have made their calls of {@link #reach}: what only those needed can go. */
    default void allReached() {
    }

    /** The peer's area where this process can load from and store to it; else null. */
    default MemorySegment window(int peer) {
        return null;
    }

    /**
     * Whether this rank and the peer can fetch from each other's registered memory: a long message is then fetched by its receiver, while
     * its sender computes. Else it is put.
     */
    default boolean fetches(int peer) {
        return false;
    }

    /**
     * Makes user memory a target for a peer's puts, or a source of its fetches.
     *
     * @return a number >= 0 for it, or {@link #UNREACHABLE}
     */
    long register(int peer, MemorySegment memory);

    /**
     * Writes what a peer needs to {@link #attach} to registered memory.
     *
     * @param into at least {@link #MOST_DESCRIPTOR_BYTES} long
     * @return the bytes written
     */
    long describe(long registration, MemorySegment into);

    /** Nobody puts to the memory any more, nor fetches from it. No such command is under way. */
    void deregister(long registration);

    /**
     * Makes a peer's registered memory known.
     *
     * @param descriptor holds what {@link #describe} wrote there
     * @param offset     where that begins
     * @param bytes      its length
     * @return its key, not {@link #AREA}
     */
    long attach(int peer, MemorySegment descriptor, long offset, long bytes);

    /** The key is not used any more. */
    void detach(int peer, long key);

    /**
     * Writes bytes to a peer's memory, then one word to its area: the word is the notice that the bytes are there.
     *
     * @param key          {@link #AREA}, or of attached memory
     * @param offset       in that memory
     * @param source       holds the bytes; stays as it is until the put is done
     * @param sourceOffset where they begin
     * @param bytes        may be 0: only the word is written
     * @param wordOffset   in the peer's area
     * @param command      the number by which {@link Completions} hears of it, unless it is done at once
     * @return whether it is done already: the source is free
     */
    boolean put(int peer, long key, long offset, MemorySegment source, long sourceOffset, long bytes, long wordOffset, long word,
            long command);

    /** Writes one word to a peer's area, by a {@link #put} whose completion nobody waits for. */
    default void putWord(int peer, long wordOffset, long word) {
        put(peer, AREA, 0, MemorySegment.NULL, 0, 0, wordOffset, word, Commands.UNWATCHED);
    }

    /**
     * Reads bytes of a peer's memory, where the peer can be fetched from ({@link #fetches}).
     *
     * @param key          of attached memory
     * @param offset       in that memory
     * @param target       for the bytes; not to be touched until the fetch is done
     * @param targetOffset where they begin
     * @param command      the number by which {@link Completions} hears of it, unless it is done at once
     * @return whether it is done already
     */
    default boolean fetch(int peer, long key, long offset, MemorySegment target, long targetOffset, long bytes, long command) {
        throw new UnsupportedOperationException("long messages are put");
    }

    /** Reads a word of a peer's area. */
    void get(int peer, long offset, long command);

    /** Replaces a word of a peer's area, if it is {@code expected}; the completion's value is what was there. Atomic among all ranks. */
    void compareAndSwap(int peer, long offset, long expected, long desired, long command);

    /** Adds to a word of a peer's area; the completion's value is what was there. Atomic among all ranks. */
    void fetchAdd(int peer, long offset, long addend, long command);

    /**
     * Moves on what is under way, and tells of what is done.
     *
     * @return whether anything moved
     * @throws hplhetero.comm.CommException when a peer cannot be reached any more
     */
    boolean poll(Completions completions);

    /** What it waits for, for people; empty: nothing. */
    default String waits() {
        return "";
    }

    /** Gives everything back. Commands that are not done are dropped. */
    @Override
    void close();
}
