package hplhetero.comm.transport.llc.tcp;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * The head of what goes over a connection; little-endian, as all hosts are that this program runs on.
 * <pre>
 *    0  kind         long   PUT, GET, SWAP, ADD: commands; ANSWER
 *    8  command      long   its number at the rank that gave it
 *   16  key          long   PUT: of the memory
 *   24  offset       long   PUT: in that memory; else of the word in the area
 *   32  bytes        long   PUT: that follow the head
 *   40  word offset  long   PUT: of the notice in the area
 *   48  word         long   PUT: the notice;  SWAP: desired;  ADD: addend;  ANSWER: what was read
 *   56  expected     long   SWAP
 * </pre>
 * A connection begins with a {@link Greeting}.
 */
final class WireFrame {
    static final int PUT = 1;
    static final int GET = 2;
    static final int SWAP = 3;
    static final int ADD = 4;
    static final int ANSWER = 5;

    static final int HEAD_BYTES = 64;

    int kind;
    long command;
    long key;
    long offset;
    long bytes;
    long wordOffset;
    long word;
    long expected;
    MemorySegment source;
    long sourceOffset;
    /** Of head and bytes: what was handed to the system already. */
    long written;
    /** A put that nobody is told of when it is written. */
    boolean silent;

    void write(MemorySegment memory, long at) {
        memory.set(JAVA_LONG, at, kind);
        memory.set(JAVA_LONG, at + 8, command);
        memory.set(JAVA_LONG, at + 16, key);
        memory.set(JAVA_LONG, at + 24, offset);
        memory.set(JAVA_LONG, at + 32, bytes);
        memory.set(JAVA_LONG, at + 40, wordOffset);
        memory.set(JAVA_LONG, at + 48, word);
        memory.set(JAVA_LONG, at + 56, expected);
    }

    void read(MemorySegment memory) {
        kind = (int) memory.get(JAVA_LONG, 0);
        command = memory.get(JAVA_LONG, 8);
        key = memory.get(JAVA_LONG, 16);
        offset = memory.get(JAVA_LONG, 24);
        bytes = memory.get(JAVA_LONG, 32);
        wordOffset = memory.get(JAVA_LONG, 40);
        word = memory.get(JAVA_LONG, 48);
        expected = memory.get(JAVA_LONG, 56);
    }

    long length() {
        return HEAD_BYTES + bytes;
    }
}
