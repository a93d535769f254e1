package hplhetero.comm.transport.llc.tcp;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * One frame on a connection: a command or an answer. A connection begins with a {@link Greeting}; frames follow. A frame has a head, and a
 * put's bytes behind it. The head is little-endian, as all hosts are that this program runs on. Its layout, with offsets in bytes:
 * <pre>
 *    0  kind         long   PUT, GET, SWAP, ADD: commands; ANSWER
 *    8  command      long   the command's number at the rank that gave it
 *   16  key          long   PUT: key of the memory
 *   24  offset       long   PUT: byte of that memory; else byte of the area at which the word lies
 *   32  bytes        long   PUT: how many bytes follow the head
 *   40  word offset  long   PUT: byte of the area at which the notice goes
 *   48  word         long   PUT: the notice;  SWAP: desired;  ADD: addend;  ANSWER: what was read
 *   56  expected     long   SWAP: the word that must be there
 * </pre>
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
    /** Memory that holds the bytes of an outgoing put, from {@link #sourceOffset} on. */
    MemorySegment source;
    long sourceOffset;
    /** Bytes of head and data that were handed to the system already. */
    long written;
    /** Whether nobody is told when this put has been written. */
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

    /** Returns the bytes of head and data. */
    long length() {
        return HEAD_BYTES + bytes;
    }
}
