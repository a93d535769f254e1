package hplhetero.comm.transport.llc.shm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.CommException;
import hplhetero.comm.protocol.remote.Completions;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.transport.HostName;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * The translator between ranks of one host, by files that all ranks map: a put is a copy, a word a store, and everything is done at once.
 * Memory of users lies in no such file. It is read where the kernel lets one process read another's; else long messages go through landing
 * slots. A file loses its name as soon as it is made, so that nothing is left of it however its process ends. The other ranks open it
 * through that process' descriptor.
 */
public final class ShmTranslator implements Translator {
    /** The variable that names another folder for the files. */
    public static final String FOLDER_VARIABLE = "HPL_LLC_SHM_FOLDER";

    /**
     * The variable that tells whether memory of other processes may be read: {@code yes}, or {@code no} as if the kernel let nobody read
     * it.
     */
    public static final String DIRECT_VARIABLE = "HPL_LLC_SHM_DIRECT";

    private static final Path FOLDER = Path.of("/dev/shm");
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    /** The text that the kernel appends to the name that a file has lost. */
    private static final String NAMELESS = " (deleted)";
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    /** Path of this rank's file in the moment in which it had a name. */
    private final Path file;
    /** The open file, held until all other ranks have mapped it; null: not made, or not needed any more. */
    private FileChannel held;
    /** Path of the descriptor by which other ranks open the file. */
    private Path descriptor;
    /** The memory of peers; null: no memory but the areas is read. */
    private final PeerMemory memory;
    private final Arena arena = Arena.ofAuto();
    /** The mapped area of each peer, indexed by rank; null until the peer is reached. */
    private MemorySegment[] windows = new MemorySegment[16];
    /** Numbers of commands that have answers which have not been told, the first {@link #count}. */
    private long[] answered = new long[16];
    /** Answers of the commands of {@link #answered}, with the same index. */
    private long[] answers = new long[16];
    /** Number of answers that have not been told. */
    private int count;
    /** Number of peers whose memory cannot be read. */
    private int landing;

    /**
     * Prepares a rank's file; {@link #allocate} makes it.
     *
     * @param job a word that no other job on this host has
     */
    public ShmTranslator(Map<String, String> environment, String job, int rank) {
        String folder = environment.get(FOLDER_VARIABLE);
        Path usual = Files.isDirectory(FOLDER) ? FOLDER : Path.of(System.getProperty("java.io.tmpdir"));
        this.file = (folder == null ? usual : Path.of(folder)).resolve("hpl-" + job + "-" + rank).toAbsolutePath();
        String direct = environment.getOrDefault(DIRECT_VARIABLE, "yes");
        if (!direct.equals("yes") && !direct.equals("no")) {
            throw new CommException(DIRECT_VARIABLE + "=" + direct + ": choose yes or no");
        }
        this.memory = direct.equals("yes") ? new PeerMemory() : null;
    }

    @Override
    public String description() {
        return "shared memory in " + file.getParent() + (landing == 0 ? "" : ", long messages copied twice");
    }

    @Override
    public MemorySegment allocate(long bytes) {
        if (!Files.isDirectory(file.getParent())) {
            throw new CommException("there is no folder " + file.getParent() + " for shared memory: name another folder in "
                    + FOLDER_VARIABLE);
        }
        try {
            long room = file.getParent().toFile().getUsableSpace();
            if (room < bytes) {
                throw new CommException(file.getParent() + " has room=" + room + " bytes, a rank's messages need bytes=" + bytes
                        + ": enlarge its file system, or name another folder in " + FOLDER_VARIABLE);
            }
            held = FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.delete(file);
            descriptor = descriptorOf(file);
            return held.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        } catch (IOException | UnsupportedOperationException e) {
            throw new CommException("no shared memory at " + file + " (" + e + "): name another folder in " + FOLDER_VARIABLE, e);
        }
    }

    /**
     * Returns the descriptor of this process that is open on a file which has lost its name, as a path that all processes of this user can
     * open.
     */
    private static Path descriptorOf(Path file) throws IOException {
        Path own = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd");
        try (DirectoryStream<Path> all = Files.newDirectoryStream(own)) {
            for (Path one : all) {
                if (isOpenOn(one, file.toString())) {
                    return one;
                }
            }
        }
        throw new IOException("no descriptor in " + own + " is open on it");
    }

    private static boolean isOpenOn(Path descriptor, String file) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals(file + NAMELESS);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Override
    public void expose(MemorySegment area) {
        throw new UnsupportedOperationException("shared memory must be its own: call allocate");
    }

    @Override
    public byte[] address() {
        return (host() + (memory == null ? "-" : memory.address()) + ' ' + descriptor + ' ' + file).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the parts of an address behind the host: how the peer's memory is reached, the descriptor of its file, and the name that the
     * file had.
     */
    private static String[] place(byte[] address) {
        return new String(address, StandardCharsets.UTF_8).substring(host().length()).split(" ", 3);
    }

    /** Returns the text that tells hosts apart. Two hosts of one kernel, as containers can be, count as two. */
    private static String host() {
        try {
            return Files.readString(BOOT).strip() + ' ' + HostName.local() + ' ';
        } catch (IOException e) {
            return HostName.local() + ' ';
        }
    }

    /**
     * Returns whether a peer is on this host and the file of its memory can be opened here.
     *
     * @param address the peer's address, as its {@link #address} has made it
     */
    public static boolean isHere(byte[] address) {
        return new String(address, StandardCharsets.UTF_8).startsWith(host()) && isOpenOn(Path.of(place(address)[1]), place(address)[2]);
    }

    @Override
    public void reach(int peer, byte[] address) {
        if (!isHere(address)) {
            throw new CommException("rank " + peer + " shares no memory with this one: it runs on another host, as another user or in a "
                    + "container of its own: choose --transport llc, llc:tcp or llc:ucx");
        }
        if (peer >= windows.length) {
            windows = Arrays.copyOf(windows, Math.max(peer + 1, 2 * windows.length));
        }
        String[] place = place(address);
        if (memory != null && !place[0].equals("-")) {
            memory.reach(peer, place[0]);
        }
        if (!fetches(peer)) {
            landing++;
        }
        try (FileChannel channel = FileChannel.open(Path.of(place[1]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            windows[peer] = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
        } catch (IOException e) {
            throw new CommException("the shared memory of rank " + peer + " cannot be mapped: " + e, e);
        }
    }

    @Override
    public void allReached() {
        letGo();
    }

    private void letGo() {
        try {
            if (held != null) {
                held.close();
                held = null;
            }
        } catch (IOException e) {
            throw new CommException("the file of shared memory at " + file + " cannot be closed: " + e, e);
        }
    }

    @Override
    public MemorySegment window(int peer) {
        return windows[peer];
    }

    /** {@inheritDoc} If the kernel lets one of two ranks read the other, it lets the other read too. */
    @Override
    public boolean fetches(int peer) {
        return memory != null && memory.reaches(peer);
    }

    /** {@inheritDoc} The number is the memory's address, and so is the peer's key. */
    @Override
    public long register(int peer, MemorySegment source) {
        return fetches(peer) ? source.address() : UNREACHABLE;
    }

    @Override
    public long describe(long registration, MemorySegment into) {
        into.set(JAVA_LONG, 0, registration);
        return Long.BYTES;
    }

    @Override
    public void deregister(long registration) {
        // a registration takes no resources
    }

    @Override
    public long attach(int peer, MemorySegment descriptor, long offset, long bytes) {
        return descriptor.get(JAVA_LONG, offset);
    }

    @Override
    public void detach(int peer, long key) {
        // an attachment takes no resources
    }

    @Override
    public boolean put(int peer, long key, long offset, MemorySegment source, long sourceOffset, long bytes, long wordOffset, long word,
            long command) {
        MemorySegment target = windows[peer];
        if (bytes > 0) {
            MemorySegment.copy(source, sourceOffset, target, offset, bytes);
        }
        WORD.setRelease(target, wordOffset, word);
        return true;
    }

    /** {@inheritDoc} A fetch from a process that has died never completes. */
    @Override
    public boolean fetch(int peer, long key, long offset, MemorySegment target, long targetOffset, long bytes, long command) {
        int failure = memory.read(peer, key + offset, target, targetOffset, bytes);
        if (failure != 0 && failure != PeerMemory.NO_SUCH_PROCESS) {
            throw new CommException("the memory of rank " + peer + " cannot be read, process_vm_readv errno=" + failure + ": set "
                    + DIRECT_VARIABLE + "=no; long messages are then copied twice");
        }
        return failure == 0;
    }

    @Override
    public void get(int peer, long offset, long command) {
        answer(command, (long) WORD.getAcquire(windows[peer], offset));
    }

    @Override
    public void compareAndSwap(int peer, long offset, long expected, long desired, long command) {
        answer(command, (long) WORD.compareAndExchange(windows[peer], offset, expected, desired));
    }

    @Override
    public void fetchAdd(int peer, long offset, long addend, long command) {
        answer(command, (long) WORD.getAndAdd(windows[peer], offset, addend));
    }

    private void answer(long command, long value) {
        if (count == answers.length) {
            answered = Arrays.copyOf(answered, 2 * count);
            answers = Arrays.copyOf(answers, 2 * count);
        }
        answered[count] = command;
        answers[count++] = value;
    }

    @Override
    public boolean poll(Completions completions) {
        if (count == 0) {
            return false;
        }
        int told = count;
        for (int i = 0; i < told; i++) {
            completions.completed(answered[i], answers[i]);
        }
        System.arraycopy(answered, told, answered, 0, count - told);
        System.arraycopy(answers, told, answers, 0, count - told);
        count -= told;
        return true;
    }

    @Override
    public void close() {
        letGo();
    }
}
