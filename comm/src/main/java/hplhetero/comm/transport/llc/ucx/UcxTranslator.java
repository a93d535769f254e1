package hplhetero.comm.transport.llc.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.CommException;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.protocol.remote.Completions;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.transport.InfiniBandPort;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The translator between ranks joined by UCX, by its one-sided operations: put, get, atomics. UCX's tags are not used, because the engine
 * does the matching. A put's word goes as a second put behind a fence.
 *
 * <p>UCX takes a path through the network for each context. So a rank whose table of paths has several has a context and a worker for each
 * path by which it sends. One of these is its home: the peers' commands come there, whatever path they take, and the memory that peers
 * reach belongs to it. All commands to a peer go by one worker, so their order is kept. Owner: the rank's thread.
 */
public final class UcxTranslator implements Translator {
    /** Bytes of the block of each command under way: a word that is sent, and a word that comes back. */
    private static final long BLOCK_BYTES = 16;
    /** Byte of a command's block at which the word that comes back lies. */
    private static final long REPLY = 8;
    /** Number of commands under way at most. */
    private static final int COMMANDS = 1_024;

    private final UcxFunctions ucx = UcxFunctions.load();
    private final RankPaths paths;
    /** UCX's context to which the peers' commands come. */
    private final long context;
    /** UCX's workers, one for each path that is used, in no order; the first is that of {@link #context}. */
    private long[] workers;
    /** The path of each of {@link #workers}, with the same index. */
    private int[] pathOf;
    private final Arena arena = Arena.global();
    /** The blocks of all commands; the block of index i begins at byte i * {@link #BLOCK_BYTES}. */
    private final MemorySegment blocks = arena.allocate(COMMANDS * BLOCK_BYTES, 64);
    /** UCX's parameters for atomic operations that answer into each command's block, indexed as the commands. */
    private final MemorySegment[] replies = new MemorySegment[COMMANDS];
    /** UCX's request for the data of each command under way; 0: done. */
    private final long[] dataRequests = new long[COMMANDS];
    /** UCX's request for the word of each command under way; 0: done. */
    private final long[] wordRequests = new long[COMMANDS];
    /** The engine's number of each command under way. */
    private final long[] numbers = new long[COMMANDS];
    /** Whether each command under way has an answer. */
    private final boolean[] answers = new boolean[COMMANDS];
    /** Indices of commands that are free, the first {@link #freeCount}. */
    private final int[] free = new int[COMMANDS];
    /** Indices of commands under way, the first {@link #underWayCount}. */
    private final int[] underWay = new int[COMMANDS];
    private int freeCount;
    private int underWayCount;
    /** The engine's numbers of commands that were done while a new command waited for a free place, the first {@link #earlyCount}. */
    private long[] earlyNumbers = new long[16];
    /** The answers of these commands, with the index of {@link #earlyNumbers}. */
    private long[] earlyAnswers = new long[16];
    private int earlyCount;
    private final Completions early = this::keepForPoll;
    private MemorySegment area;
    private long areaHandle;
    /** Address of each peer, indexed by rank, as its {@link #address} gave it. */
    private byte[][] addresses = new byte[16][];
    /** UCX's worker for the path to each peer, indexed by rank. */
    private long[] workerTo = new long[16];
    /** UCX's endpoint for each peer, indexed by rank; 0 until the first command to the peer. */
    private long[] endpoints = new long[16];
    /** UCX's key of each peer's area, indexed by rank. */
    private long[] areaKeys = new long[16];
    /** Address at which each peer's area begins in the peer's memory, indexed by rank. */
    private long[] areaBases = new long[16];
    private final Table registered = new Table();
    private final Table attached = new Table();

    /** A table of handles of memory by number, each with an address. */
    private static final class Table {
        private long[] handles = new long[16];
        private long[] addresses = new long[16];

        int add(long handle, long address) {
            int index = 0;
            while (index < handles.length && handles[index] != 0) {
                index++;
            }
            if (index == handles.length) {
                handles = Arrays.copyOf(handles, 2 * index);
                addresses = Arrays.copyOf(addresses, 2 * index);
            }
            handles[index] = handle;
            addresses[index] = address;
            return index;
        }

        long remove(int index) {
            long handle = handles[index];
            handles[index] = 0;
            return handle;
        }
    }

    /**
     * Starts UCX for this rank, with a context and a worker of its own.
     *
     * @param options options of the transport, of which the table of paths is followed
     * @param rank    this rank
     * @throws hplhetero.comm.CommException when UCX is not there, finds no network, or cannot follow the table of paths on this host
     */
    public UcxTranslator(TransportOptions options, int rank) {
        paths = RankPaths.of(options, rank, InfiniBandPort.here(options.environment()));
        pathOf = new int[] {paths.home()};
        context = ucx.init(paths.settings(pathOf[0]));
        workers = new long[] {ucx.worker(context)};
        for (int i = COMMANDS - 1; i >= 0; i--) {
            free[freeCount++] = i;
            replies[i] = UcxFunctions.replyTo(arena, blocks.address() + i * BLOCK_BYTES + REPLY);
        }
    }

    @Override
    public String description() {
        return "UCX " + ucx.version() + " (one-sided)" + (paths.table().isEmpty() ? "" : ", each pair of ranks by its path of the table ("
                + workers.length + " at rank " + paths.rank() + "; untried on InfiniBand)");
    }

    /** Returns whether this host has UCX and a device that UCX is made for: InfiniBand or RoCE. */
    public static boolean suits() {
        String[] devices = new File("/sys/class/infiniband").list();
        if (devices == null || devices.length == 0) {
            return false;
        }
        try {
            UcxFunctions.load();
            return true;
        } catch (CommException noUcx) {
            return false;
        }
    }

    @Override
    public MemorySegment allocate(long bytes) {
        expose(arena.allocate(bytes, 4_096));
        return area;
    }

    @Override
    public void expose(MemorySegment memory) {
        area = memory;
        areaHandle = ucx.map(context, memory);
    }

    /**
     * {@inheritDoc} This address has the length of the worker's address, that address, where the area begins, and the area's packed key.
     */
    @Override
    public byte[] address() {
        byte[] own = ucx.address(workers[0]);
        byte[] key = ucx.pack(context, areaHandle);
        return ByteBuffer.allocate(Integer.BYTES + own.length + Long.BYTES + key.length).putInt(own.length).put(own)
                .putLong(area.address()).put(key).array();
    }

    @Override
    public void reach(int peer, byte[] address) {
        if (peer >= addresses.length) {
            int more = Math.max(peer + 1, 2 * addresses.length);
            addresses = Arrays.copyOf(addresses, more);
            workerTo = Arrays.copyOf(workerTo, more);
            endpoints = Arrays.copyOf(endpoints, more);
            areaKeys = Arrays.copyOf(areaKeys, more);
            areaBases = Arrays.copyOf(areaBases, more);
        }
        addresses[peer] = address;
        workerTo[peer] = worker(paths.to(peer));
    }

    /** Returns the worker that sends by a path; makes one with a context of its own for the first peer on this path. */
    private long worker(int path) {
        for (int i = 0; i < workers.length; i++) {
            if (pathOf[i] == path) {
                return workers[i];
            }
        }
        int count = workers.length;
        pathOf = Arrays.copyOf(pathOf, count + 1);
        workers = Arrays.copyOf(workers, count + 1);
        pathOf[count] = path;
        workers[count] = ucx.worker(ucx.init(paths.settings(path)));
        return workers[count];
    }

    private boolean progress() {
        boolean moved = false;
        for (long worker : workers) {
            moved |= ucx.progress(worker);
        }
        return moved;
    }

    private long endpoint(int peer) {
        if (endpoints[peer] == 0) {
            ByteBuffer address = ByteBuffer.wrap(addresses[peer]);
            byte[] own = new byte[address.getInt()];
            address.get(own);
            endpoints[peer] = ucx.endpoint(workerTo[peer], own);
            areaBases[peer] = address.getLong();
            byte[] key = new byte[address.remaining()];
            address.get(key);
            try (Arena confined = Arena.ofConfined()) {
                areaKeys[peer] = ucx.unpack(endpoints[peer], confined.allocateFrom(JAVA_BYTE, key).address());
            }
        }
        return endpoints[peer];
    }

    @Override
    public long register(int peer, MemorySegment memory) {
        return registered.add(ucx.map(context, memory), memory.address());
    }

    @Override
    public long describe(long registration, MemorySegment into) {
        byte[] key = ucx.pack(context, registered.handles[(int) registration]);
        into.set(JAVA_LONG, 0, registered.addresses[(int) registration]);
        MemorySegment.copy(key, 0, into, JAVA_BYTE, Long.BYTES, key.length);
        return Long.BYTES + key.length;
    }

    @Override
    public void deregister(long registration) {
        ucx.unmap(context, registered.remove((int) registration));
    }

    @Override
    public long attach(int peer, MemorySegment descriptor, long offset, long bytes) {
        return attached.add(ucx.unpack(endpoint(peer), descriptor.address() + offset + Long.BYTES),
                descriptor.get(JAVA_LONG, offset)) + 1L;
    }

    @Override
    public void detach(int peer, long key) {
        ucx.destroyKey(attached.remove((int) key - 1));
    }

    @Override
    public boolean put(int peer, long key, long offset, MemorySegment source, long sourceOffset, long bytes, long wordOffset, long word,
            long command) {
        long endpoint = endpoint(peer);
        int index = begin(command, false);
        if (bytes > 0) {
            boolean toArea = key == AREA;
            long target = (toArea ? areaBases[peer] : attached.addresses[(int) key - 1]) + offset;
            dataRequests[index] = ucx.put(endpoint, source.address() + sourceOffset, bytes, target,
                    toArea ? areaKeys[peer] : attached.handles[(int) key - 1]);
        }
        ucx.fence(workerTo[peer]);
        long block = index * BLOCK_BYTES;
        blocks.set(JAVA_LONG, block, word);
        wordRequests[index] = ucx.put(endpoint, blocks.address() + block, Long.BYTES, areaBases[peer] + wordOffset, areaKeys[peer]);
        if (dataRequests[index] == 0 && wordRequests[index] == 0) {
            free[freeCount++] = index;
            return true;
        }
        underWay[underWayCount++] = index;
        return false;
    }

    /**
     * Waits for a free command and returns its index. The network makes room without other ranks. Commands that are done meanwhile are told
     * at the next poll.
     */
    private int begin(long command, boolean answering) {
        while (freeCount == 0) {
            progress();
            sweep(early);
        }
        int index = free[--freeCount];
        numbers[index] = command;
        answers[index] = answering;
        dataRequests[index] = 0;
        wordRequests[index] = 0;
        return index;
    }

    private void keepForPoll(long command, long answer) {
        if (command == 0) {
            return;
        }
        if (earlyCount == earlyNumbers.length) {
            earlyNumbers = Arrays.copyOf(earlyNumbers, 2 * earlyCount);
            earlyAnswers = Arrays.copyOf(earlyAnswers, 2 * earlyCount);
        }
        earlyNumbers[earlyCount] = command;
        earlyAnswers[earlyCount++] = answer;
    }

    @Override
    public void get(int peer, long offset, long command) {
        long endpoint = endpoint(peer);
        int index = begin(command, true);
        wordRequests[index] = ucx.get(endpoint, blocks.address() + index * BLOCK_BYTES + REPLY, Long.BYTES, areaBases[peer] + offset,
                areaKeys[peer]);
        underWay[underWayCount++] = index;
    }

    @Override
    public void compareAndSwap(int peer, long offset, long expected, long desired, long command) {
        atomic(peer, UcxFunctions.ATOMIC_CSWAP, offset, expected, desired, command);
    }

    @Override
    public void fetchAdd(int peer, long offset, long addend, long command) {
        atomic(peer, UcxFunctions.ATOMIC_ADD, offset, addend, 0, command);
    }

    /**
     * Starts an atomic operation on a word of a peer's area.
     *
     * @param reply what stands first where the answer goes: for a swap, the desired word
     */
    private void atomic(int peer, int operation, long offset, long operand, long reply, long command) {
        long endpoint = endpoint(peer);
        int index = begin(command, true);
        long block = index * BLOCK_BYTES;
        blocks.set(JAVA_LONG, block, operand);
        blocks.set(JAVA_LONG, block + REPLY, reply);
        wordRequests[index] = ucx.atomic(endpoint, operation, blocks.address() + block, areaBases[peer] + offset, areaKeys[peer],
                replies[index].address());
        underWay[underWayCount++] = index;
    }

    @Override
    public boolean poll(Completions completions) {
        boolean moved = progress();
        while (earlyCount > 0) {
            earlyCount--;
            completions.completed(earlyNumbers[earlyCount], earlyAnswers[earlyCount]);
            moved = true;
        }
        return sweep(completions) || moved;
    }

    /** Gives back commands that are done, tells of each, and returns whether there were any. Whoever is told may begin new commands. */
    private boolean sweep(Completions completions) {
        boolean moved = false;
        for (int i = underWayCount - 1; i >= 0; i = Math.min(i, underWayCount) - 1) {
            int index = underWay[i];
            if (isDone(index)) {
                underWay[i] = underWay[--underWayCount];
                long answer = answers[index] ? blocks.get(JAVA_LONG, index * BLOCK_BYTES + REPLY) : 0;
                free[freeCount++] = index;
                moved = true;
                completions.completed(numbers[index], answer);
            }
        }
        return moved;
    }

    private boolean isDone(int index) {
        if (dataRequests[index] != 0 && ucx.isDone(dataRequests[index])) {
            dataRequests[index] = 0;
        }
        if (wordRequests[index] != 0 && ucx.isDone(wordRequests[index])) {
            wordRequests[index] = 0;
        }
        return dataRequests[index] == 0 && wordRequests[index] == 0;
    }

    @Override
    public String waits() {
        return underWayCount == 0 ? "" : underWayCount + " commands that UCX has under way";
    }

    /**
     * Does nothing: UCX aborts a process that gives back what others' commands still use. The system takes everything back at the process'
     * end.
     */
    @Override
    public void close() {
        // UCX's resources end with the process
    }
}
