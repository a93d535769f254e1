package hplhetero.comm.transport.llc.utofu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.CommException;
import hplhetero.comm.protocol.remote.Completions;
import hplhetero.comm.protocol.remote.Translator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * The translator between ranks on a Tofu network, by uTofu: put, get, and the atomics of its interface. A put's word is a put of its own
 * that the network keeps behind the data (strong order). Short data go through registered memory of this class; long data are registered
 * for their put. Owner: the rank's thread.
 */
public final class UtofuTranslator implements Translator {
    /** The variable that names another file of uTofu's library. */
    public static final String LIBRARY_VARIABLE = "HPL_UTOFU_LIBRARY";

    /** Bytes of the longest data that are copied rather than registered: a frame of a ring. */
    private static final int COPIED_BYTES = 8_192;
    /** Number of puts of data under way at most. */
    private static final int PUTS = 512;
    /** Number of commands with an answer under way at most: 8 bits that come back with the answer tell which one it is of. */
    private static final int ANSWERS = 256;
    /** Bytes of the longest piece of a put; uTofu puts less than 16 MiB at a time. */
    private static final long MOST_BYTES = 8L << 20;
    /** Nanoseconds at most to wait while the network has no room. */
    private static final long MOST_BUSY_NANOS = 20_000_000_000L;
    /** Stands for no command, or for no registered memory. */
    private static final long NOBODY = -1;

    private final UtofuFunctions utofu;
    private final long queue;
    private final Arena arena = Arena.global();
    /** Memory for the copied data of each put; that of index i begins at byte i * {@link #COPIED_BYTES}. */
    private final MemorySegment copies = arena.allocate((long) PUTS * COPIED_BYTES, 4_096);
    /** Words into which gets answer, with the index of {@link #answering}. */
    private final MemorySegment replies = arena.allocate(JAVA_LONG, ANSWERS);
    private final MemorySegment callback = arena.allocate(JAVA_LONG);
    private final MemorySegment notice = arena.allocate(UtofuFunctions.NOTICE_BYTES, Long.BYTES);
    private final long copiesStadd;
    private final long repliesStadd;
    private MemorySegment area;
    private long areaStadd;
    /** Queue id of each peer, with its path, indexed by rank. */
    private long[] peers = new long[16];
    /** The network's address of each peer's area, indexed by rank. */
    private long[] areas = new long[16];
    /** The engine's number of each put under way; {@link #NOBODY}: nobody is told. */
    private final long[] putCommands = new long[PUTS];
    /** The network's address of the data registered for each put under way; {@link #NOBODY}: they were copied. */
    private final long[] putStadds = new long[PUTS];
    /** Number of pieces of each put under way that are not done. */
    private final int[] pieces = new int[PUTS];
    /** Indices of puts that are free, the first {@link #freePutCount}. */
    private final int[] freePuts = new int[PUTS];
    private int freePutCount;
    /** The engine's number of each command under way that has an answer. */
    private final long[] answering = new long[ANSWERS];
    /**
     * Whether the answer comes into {@link #replies}, as a get's does, or with its notice, as an atomic operation's; with the index of
     * {@link #answering}.
     */
    private final boolean[] answersByMemory = new boolean[ANSWERS];
    /** Indices of {@link #answering} that are free, the first {@link #freeAnswerCount}. */
    private final int[] freeAnswers = new int[ANSWERS];
    private int freeAnswerCount;
    /** Numbers of commands that are done and have not been told, the first {@link #doneCount}. */
    private long[] doneCommands = new long[64];
    /** Answers of the commands of {@link #doneCommands}, with the same index. */
    private long[] doneValues = new long[64];
    private int doneCount;
    /** The network's address of each registration, indexed by registration; 0: free. */
    private long[] registered = new long[16];
    /** The network's address of peers' memory, indexed by key minus 1; 0: free. */
    private long[] attached = new long[16];

    /**
     * Loads uTofu and takes a queue for {@code rank}.
     *
     * @throws CommException when the library is not there, or finds no interface
     */
    public UtofuTranslator(Map<String, String> environment, int rank) {
        utofu = UtofuFunctions.load(environment.get(LIBRARY_VARIABLE));
        queue = utofu.createQueue(rank);
        copiesStadd = utofu.register(queue, copies.address(), copies.byteSize());
        repliesStadd = utofu.register(queue, replies.address(), replies.byteSize());
        for (int i = PUTS - 1; i >= 0; i--) {
            freePuts[freePutCount++] = i;
        }
        for (int i = ANSWERS - 1; i >= 0; i--) {
            freeAnswers[freeAnswerCount++] = i;
        }
    }

    @Override
    public String description() {
        return "uTofu (one-sided)";
    }

    @Override
    public MemorySegment allocate(long bytes) {
        expose(arena.allocate(bytes, 4_096));
        return area;
    }

    @Override
    public void expose(MemorySegment memory) {
        area = memory;
        areaStadd = utofu.register(queue, memory.address(), memory.byteSize());
    }

    /** {@inheritDoc} This address has the queue's id and the network's address of the area. */
    @Override
    public byte[] address() {
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(utofu.idOf(queue)).putLong(areaStadd).array();
    }

    @Override
    public void reach(int peer, byte[] address) {
        if (peer >= peers.length) {
            peers = Arrays.copyOf(peers, Math.max(peer + 1, 2 * peers.length));
            areas = Arrays.copyOf(areas, peers.length);
        }
        ByteBuffer its = ByteBuffer.wrap(address);
        peers[peer] = utofu.withPath(its.getLong());
        areas[peer] = its.getLong();
    }

    @Override
    public long register(int peer, MemorySegment memory) {
        int index = 0;
        while (index < registered.length && registered[index] != 0) {
            index++;
        }
        if (index == registered.length) {
            registered = Arrays.copyOf(registered, 2 * index);
        }
        registered[index] = utofu.register(queue, memory.address(), memory.byteSize());
        return index;
    }

    @Override
    public long describe(long registration, MemorySegment into) {
        into.set(JAVA_LONG, 0, registered[(int) registration]);
        return Long.BYTES;
    }

    @Override
    public void deregister(long registration) {
        utofu.deregister(queue, registered[(int) registration]);
        registered[(int) registration] = 0;
    }

    @Override
    public long attach(int peer, MemorySegment descriptor, long offset, long bytes) {
        int index = 0;
        while (index < attached.length && attached[index] != 0) {
            index++;
        }
        if (index == attached.length) {
            attached = Arrays.copyOf(attached, 2 * index);
        }
        attached[index] = descriptor.get(JAVA_LONG, offset);
        return index + 1L;
    }

    @Override
    public void detach(int peer, long key) {
        attached[(int) key - 1] = 0;
    }

    @Override
    public boolean put(int peer, long key, long offset, MemorySegment source, long sourceOffset, long bytes, long wordOffset, long word,
            long command) {
        boolean done = true;
        if (bytes > 0) {
            long target = (key == AREA ? areas[peer] : attached[(int) key - 1]) + offset;
            done = bytes <= COPIED_BYTES;
            putData(peer, target, source, sourceOffset, bytes, done ? NOBODY : command);
        }
        int status = utofu.putWord(queue, peers[peer], word, areas[peer] + wordOffset);
        for (long start = System.nanoTime(); status == UtofuFunctions.BUSY;) {
            makeRoom(start, "utofu_put_piggyback8");
            status = utofu.putWord(queue, peers[peer], word, areas[peer] + wordOffset);
        }
        UtofuFunctions.check("utofu_put_piggyback8", status);
        return done;
    }

    private void putData(int peer, long target, MemorySegment source, long sourceOffset, long bytes, long command) {
        long start = System.nanoTime();
        while (freePutCount == 0) {
            makeRoom(start, "utofu_put");
        }
        int index = freePuts[--freePutCount];
        putCommands[index] = command;
        long local;
        if (command == NOBODY) {
            MemorySegment.copy(source, sourceOffset, copies, (long) index * COPIED_BYTES, bytes);
            local = copiesStadd + (long) index * COPIED_BYTES;
            putStadds[index] = NOBODY;
        } else {
            local = utofu.register(queue, source.address() + sourceOffset, bytes);
            putStadds[index] = local;
        }
        pieces[index] = (int) ((bytes + MOST_BYTES - 1) / MOST_BYTES);
        for (long at = 0; at < bytes; at += MOST_BYTES) {
            long piece = Math.min(MOST_BYTES, bytes - at);
            int status = utofu.put(queue, peers[peer], local + at, target + at, piece, index + 1);
            while (status == UtofuFunctions.BUSY) {
                makeRoom(start, "utofu_put");
                status = utofu.put(queue, peers[peer], local + at, target + at, piece, index + 1);
            }
            UtofuFunctions.check("utofu_put", status);
        }
    }

    /** Takes in what is done, while the network has no room for more; fails after {@link #MOST_BUSY_NANOS}. */
    private void makeRoom(long start, String call) {
        drain();
        if (System.nanoTime() - start > MOST_BUSY_NANOS) {
            throw new CommException("uTofu: " + call + " has found no room in the network for seconds=" + MOST_BUSY_NANOS / 1_000_000_000
                    + ": the network or another rank stands still");
        }
    }

    private int answerTo(long command, boolean byMemory) {
        long start = System.nanoTime();
        while (freeAnswerCount == 0) {
            makeRoom(start, "a command that answers");
        }
        int slot = freeAnswers[--freeAnswerCount];
        answering[slot] = command;
        answersByMemory[slot] = byMemory;
        return slot;
    }

    @Override
    public void get(int peer, long offset, long command) {
        int slot = answerTo(command, true);
        long reply = repliesStadd + (long) Long.BYTES * slot;
        int status = utofu.getWord(queue, peers[peer], reply, areas[peer] + offset, slot);
        for (long start = System.nanoTime(); status == UtofuFunctions.BUSY;) {
            makeRoom(start, "utofu_get");
            status = utofu.getWord(queue, peers[peer], reply, areas[peer] + offset, slot);
        }
        UtofuFunctions.check("utofu_get", status);
    }

    @Override
    public void compareAndSwap(int peer, long offset, long expected, long desired, long command) {
        int slot = answerTo(command, false);
        int status = utofu.compareAndSwap(queue, peers[peer], expected, desired, areas[peer] + offset, slot);
        for (long start = System.nanoTime(); status == UtofuFunctions.BUSY;) {
            makeRoom(start, "utofu_cswap8");
            status = utofu.compareAndSwap(queue, peers[peer], expected, desired, areas[peer] + offset, slot);
        }
        UtofuFunctions.check("utofu_cswap8", status);
    }

    @Override
    public void fetchAdd(int peer, long offset, long addend, long command) {
        int slot = answerTo(command, false);
        int status = utofu.fetchAdd(queue, peers[peer], addend, areas[peer] + offset, slot);
        for (long start = System.nanoTime(); status == UtofuFunctions.BUSY;) {
            makeRoom(start, "utofu_armw8");
            status = utofu.fetchAdd(queue, peers[peer], addend, areas[peer] + offset, slot);
        }
        UtofuFunctions.check("utofu_armw8", status);
    }

    @Override
    public boolean poll(Completions completions) {
        boolean moved = drain();
        int told = doneCount;
        for (int i = 0; i < told; i++) {
            completions.completed(doneCommands[i], doneValues[i]);
        }
        System.arraycopy(doneCommands, told, doneCommands, 0, doneCount - told);
        System.arraycopy(doneValues, told, doneValues, 0, doneCount - told);
        doneCount -= told;
        return moved || told > 0;
    }

    /** Takes in what the network tells of commands that are done, and returns whether it told anything. */
    private boolean drain() {
        boolean moved = false;
        int status = utofu.pollTcq(queue, callback.address());
        while (status != UtofuFunctions.NOT_FOUND) {
            UtofuFunctions.check("a put", status);
            putDone((int) callback.get(JAVA_LONG, 0) - 1);
            moved = true;
            status = utofu.pollTcq(queue, callback.address());
        }
        status = utofu.pollMrq(queue, notice.address());
        // a peer that does not answer any more is found and named by the failure detector
        while (status != UtofuFunctions.NOT_FOUND && status != UtofuFunctions.PEER_ERROR) {
            UtofuFunctions.check("a command that answers", status);
            int slot = (int) notice.get(JAVA_LONG, UtofuFunctions.NOTICE_EDATA);
            long value = answersByMemory[slot] ? replies.getAtIndex(JAVA_LONG, slot) : notice.get(JAVA_LONG, UtofuFunctions.NOTICE_VALUE);
            freeAnswers[freeAnswerCount++] = slot;
            done(answering[slot], value);
            moved = true;
            status = utofu.pollMrq(queue, notice.address());
        }
        return moved;
    }

    /**
     * Notes that a piece of a put is done.
     *
     * @param index index of the put; -1: a word alone, of which nothing is to be noted
     */
    private void putDone(int index) {
        if (index < 0 || --pieces[index] > 0) {
            return;
        }
        if (putStadds[index] != NOBODY) {
            utofu.deregister(queue, putStadds[index]);
        }
        freePuts[freePutCount++] = index;
        if (putCommands[index] != NOBODY) {
            done(putCommands[index], 0);
        }
    }

    private void done(long command, long value) {
        if (doneCount == doneCommands.length) {
            doneCommands = Arrays.copyOf(doneCommands, 2 * doneCount);
            doneValues = Arrays.copyOf(doneValues, 2 * doneCount);
        }
        doneCommands[doneCount] = command;
        doneValues[doneCount++] = value;
    }

    @Override
    public String waits() {
        int underWay = PUTS - freePutCount + ANSWERS - freeAnswerCount;
        return underWay == 0 ? "" : underWay + " commands that uTofu has under way";
    }

    /** Does nothing: others' commands may still be on their way to this memory. The system takes the queue back at the process' end. */
    @Override
    public void close() {
        // the queue ends with the process
    }
}
