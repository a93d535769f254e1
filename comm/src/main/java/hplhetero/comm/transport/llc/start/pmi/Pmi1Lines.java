package hplhetero.comm.transport.llc.start.pmi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.CommException;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The questions and answers of PMI 1 over an inherited descriptor, a line each. The descriptor is a socket, which Linux lets nobody open a
 * second time by a path in /proc. So the C library reads and writes it. It stays open; the program that started the process waits for it to
 * close.
 */
final class Pmi1Lines {
    /** Bytes of the longest line. */
    private static final int LONGEST = 8_192;

    // ssize_t read(int fd, void *buf, size_t count); ssize_t write(int fd, const void *buf, size_t count)
    private final MethodHandle read = function("read");
    private final MethodHandle write = function("write");
    private final MemorySegment line = Arena.ofAuto().allocate(LONGEST);
    private final int descriptor;
    private final String who;

    /**
     * Speaks over an open descriptor.
     *
     * @param who the program at the other end, for people
     */
    Pmi1Lines(int descriptor, String who) {
        this.descriptor = descriptor;
        this.who = who;
    }

    private static MethodHandle function(String name) {
        return Downcall.to(NativeLibrary.system().find(name).orElseThrow(() -> new CommException("the C library has no " + name
                + ": let hpl start the ranks with --hosts a,b --launcher llc")), JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    }

    /**
     * Asks a question and waits for the answer.
     *
     * @param expected the {@code cmd} of the answer
     * @return the answer's words by name
     * @throws CommException when another answer comes, one that refuses, or none
     */
    Map<String, String> ask(String question, String expected) {
        say(question + '\n');
        String answer = answer(question);
        Map<String, String> words = words(answer);
        if (!expected.equals(words.get("cmd")) || !words.getOrDefault("rc", "0").equals("0")) {
            throw new CommException(who + " answered '" + answer + "' to '" + question + "', not cmd=" + expected
                    + ": read what the other ranks say");
        }
        return words;
    }

    private static Map<String, String> words(String text) {
        Map<String, String> words = new HashMap<>();
        for (String word : text.strip().split(" +")) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return words;
    }

    private void say(String text) {
        MemorySegment bytes = SegmentAllocator.prefixAllocator(line).allocateFrom(JAVA_BYTE, text.getBytes(StandardCharsets.US_ASCII));
        for (long at = 0; at < bytes.byteSize();) {
            at += call(write, bytes.asSlice(at), text);
        }
    }

    private String answer(String question) {
        long length = 0;
        while (length == 0 || line.get(JAVA_BYTE, length - 1) != '\n') {
            length += call(read, line.asSlice(length), question);
        }
        return new String(line.asSlice(0, length - 1).toArray(JAVA_BYTE), StandardCharsets.US_ASCII);
    }

    private long call(MethodHandle function, MemorySegment memory, String question) {
        long moved;
        try {
            moved = (long) function.invokeExact(descriptor, memory, memory.byteSize());
        } catch (Throwable e) {
            throw new IllegalStateException("a call of the C library cannot throw", e);
        }
        if (moved <= 0) {
            throw new CommException("the connection with " + who + " is lost, " + Pmi1Store.DESCRIPTOR + "=" + descriptor + " at '"
                    + question.strip() + "': read what the other ranks say");
        }
        return moved;
    }
}
