package hplhetero.comm.protocol.remote;

import java.lang.foreign.MemorySegment;

/**
 * All that a network must do for the engine. A translator turns the engine's hardware-neutral commands into those of the network, and tells
 * what the network reports to {@link Completions}. Each rank has one. Owner: the rank's thread, which makes every call. No call waits for
 * another rank.
 *
 * <p>Each rank has one <em>area</em>: memory that all ranks may read and write. Words in an area are 64 bits long, little-endian, and lie
 * at multiples of 8. User memory can be made reachable beside the area, where the network is able to do so.
 *
 * <p><b>Order.</b> Commands to one peer take effect there in the order in which they were given. The word of a put is seen at the peer only
 * when the data of the put, and those of all puts before it, are there. The engine finds what has come by reading words with acquire
 * semantics.
 */
public interface Translator extends AutoCloseable {
    /** The greatest length of an address or a descriptor, in bytes. */
    int MOST_DESCRIPTOR_BYTES = 2_048;

    /** The key of a peer's area. */
    long AREA = 0;

    /** The number of memory that no other rank can reach. */
    long UNREACHABLE = -1;

    /** Returns the name of this network, with the version of its library, for people. */
    String description();

    /**
     * Makes this rank's area: zeroed, aligned to 4096 bytes, valid until {@link #close}. Called once, before all other methods.
     *
     * @throws hplhetero.comm.CommException when the memory cannot be had, with the remedy
     */
    MemorySegment allocate(long bytes);

    /** Makes memory that the caller has allocated this rank's area. Called instead of {@link #allocate}. */
    void expose(MemorySegment area);

    /** Returns how other ranks reach this rank and its area, in at most {@link #MOST_DESCRIPTOR_BYTES} bytes. */
    byte[] address();

    /**
     * Tells how a peer is reached. Called once for each peer, before the first command to it. The translator may connect only at the first
     * command.
     *
     * @param address the peer's {@link #address}
     * @throws hplhetero.comm.CommException when the peer cannot be reached
     */
    void reach(int peer, byte[] address);

    /** Notes that all ranks have made their calls of {@link #reach}, so that what was needed only for these calls can be dropped. */
    default void allReached() {
    }

    /** Returns the peer's area where this process can load from it and store to it, else null. */
    default MemorySegment window(int peer) {
        return null;
    }

    /**
     * Returns whether this rank and the peer can fetch from each other's registered memory. A long message is then fetched by its receiver,
     * while its sender computes. Else the sender puts it.
     */
    default boolean fetches(int peer) {
        return false;
    }

    /**
     * Makes user memory a target for a peer's puts, or a source of its fetches.
     *
     * @return a number >= 0 for the memory, or {@link #UNREACHABLE}
     */
    long register(int peer, MemorySegment memory);

    /**
     * Writes what a peer needs to {@link #attach} registered memory.
     *
     * @param registration the number that {@link #register} gave to the memory
     * @param into         room for the descriptor, at least {@link #MOST_DESCRIPTOR_BYTES} long
     * @return the bytes written
     */
    long describe(long registration, MemorySegment into);

    /** Gives up registered memory: nobody puts to it or fetches from it any more, and no such command is under way. */
    void deregister(long registration);

    /**
     * Makes a peer's registered memory known.
     *
     * @param descriptor memory that holds what the peer's {@link #describe} wrote
     * @param offset     the byte at which the descriptor begins
     * @param bytes      the length of the descriptor, in bytes
     * @return the key of the peer's memory, not {@link #AREA}
     */
    long attach(int peer, MemorySegment descriptor, long offset, long bytes);

    /** Gives up the key of a peer's memory, which is not used any more. */
    void detach(int peer, long key);

    /**
     * Writes bytes to a peer's memory, then one word to its area: the word is the notice that the bytes are there.
     *
     * @param key          {@link #AREA}, or the key of attached memory
     * @param offset       the byte of the peer's memory at which the bytes go
     * @param source       memory that holds the bytes and stays as it is until the put is done
     * @param sourceOffset the byte of {@code source} at which the bytes begin
     * @param bytes        the number of bytes; may be 0: only the word is written
     * @param wordOffset   the place of the word in the peer's area, in bytes
     * @param word         the value of the word
     * @param command      the number by which {@link Completions} hears of this put, unless it is done at once
     * @return whether the put is done already, so that the source is free
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
     * @param key          the key of attached memory
     * @param offset       the byte of the peer's memory at which the bytes begin
     * @param target       memory for the bytes; not to be touched until the fetch is done
     * @param targetOffset the byte of {@code target} at which the bytes go
     * @param bytes        the number of bytes
     * @param command      the number by which {@link Completions} hears of this fetch, unless it is done at once
     * @return whether the fetch is done already
     */
    default boolean fetch(int peer, long key, long offset, MemorySegment target, long targetOffset, long bytes, long command) {
        throw new UnsupportedOperationException("long messages are put");
    }

    /** Reads a word of a peer's area; the completion's value is the word. */
    void get(int peer, long offset, long command);

    /**
     * Replaces a word of a peer's area by {@code desired}, if it is {@code expected}. The completion's value is the word that was there
     * before. Atomic among all ranks.
     */
    void compareAndSwap(int peer, long offset, long expected, long desired, long command);

    /** Adds {@code addend} to a word of a peer's area. The completion's value is the word that was there before. Atomic among all ranks. */
    void fetchAdd(int peer, long offset, long addend, long command);

    /**
     * Moves on what is under way, and tells {@code completions} which commands are done.
     *
     * @return whether anything moved
     * @throws hplhetero.comm.CommException when a peer cannot be reached any more
     */
    boolean poll(Completions completions);

    /** Returns what this translator waits for, for people; empty where it waits for nothing. */
    default String waits() {
        return "";
    }

    /** Gives back all memory and connections. Commands that are not done are dropped. */
    @Override
    void close();
}
