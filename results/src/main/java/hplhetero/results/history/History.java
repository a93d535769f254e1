package hplhetero.results.history;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The tests of earlier runs, in files of a folder that nobody else can look into. New tests are appended to {@value #FILE}, one line of
 * JSON for each test. If a test has two lines, the later one counts. When the file has {@value #LINES} lines, it is renamed to
 * {@value #OLDER}, replacing the previous one, and a new file begins. So the newest {@value #LIMIT} tests are always there, and the files
 * stay small.
 *
 * <p>Several processes and threads may append at once; a lock makes them take turns. Readers wait for nobody. A last line that a process
 * left unfinished is passed over, and does not spoil the next line.
 */
public final class History {
    /** The number of newest tests that are never forgotten. */
    public static final int LIMIT = 10_000;
    private static final int LINES = 2 * LIMIT;
    static final String FILE = "history.jsonl";
    static final String OLDER = "history-older.jsonl";
    private static final String LOCK = "history.lock";
    /** A number of bytes that every line exceeds, so that the lines of a small file need not be counted. */
    private static final int SHORTEST_LINE = 200;
    /** The largest size of a history file, in bytes: some 3 KB for each line, while most lines have less than 1 KB. */
    private static final int MOST_BYTES = 1 << 26;
    /** Bytes that are read at once when lines are counted. */
    private static final int CHUNK = 1 << 16;
    /** The longest wait for the lock, in nanoseconds. */
    private static final long LONGEST_WAIT_NANOS = 2_000_000_000;
    /** Pause between two attempts to get the lock, in milliseconds. */
    private static final long PAUSE_MILLIS = 5;

    private final Path folder;

    /**
     * The tests that the history has.
     *
     * @param tests      the tests, in the order in which they were first kept
     * @param unreadable number of lines that were passed over because they are broken or written by a later version
     */
    public record Kept(List<KeptTest> tests, int unreadable) {
        public Kept {
            tests = List.copyOf(tests);
        }
    }

    /**
     * Makes the history of one folder.
     *
     * @param folder the folder; created, with its parents, when the first test is kept
     */
    public History(Path folder) {
        this.folder = folder;
    }

    /** Returns the path of the file to which new tests are appended, to show to people. */
    public Path file() {
        return folder.resolve(FILE);
    }

    /**
     * Returns all tests in the history; none where nothing was kept yet. Of a test that was kept twice, the later entry counts, in the
     * place of the first.
     *
     * @throws IOException if a file is there that cannot be read
     */
    public Kept read() throws IOException {
        // the newer file is read first: if it becomes the older one meanwhile, its tests are met twice and counted once
        List<String> newer = lines(file());
        List<String> all = new ArrayList<>(lines(folder.resolve(OLDER)));
        all.addAll(newer);
        Map<List<Object>, KeptTest> tests = new LinkedHashMap<>();
        int unreadable = 0;
        for (String line : all) {
            Optional<KeptTest> test = HistoryLines.read(line);
            test.ifPresent(one -> tests.put(List.of(one.run(), one.test()), one));
            unreadable += test.isPresent() || line.isBlank() ? 0 : 1;
        }
        return new Kept(List.copyOf(tests.values()), unreadable);
    }

    /**
     * Returns the entries of all real runs in the history, without their environments, for pictures of earlier rates. Runs whose ranks were
     * slowed on purpose are left out, because an entry could not say so.
     *
     * @throws IOException if a file is there that cannot be read
     */
    public List<HistoryEntry> entries() throws IOException {
        return read().tests().stream().filter(test -> !test.environment().isEmulated()).map(KeptTest::entry).toList();
    }

    /**
     * Returns what {@link #entries} returns, or nothing if the history cannot be read. A report can do without one picture.
     *
     * @param warning is told why the history cannot be read
     */
    public List<HistoryEntry> entriesOr(Consumer<String> warning) {
        try {
            return entries();
        } catch (IOException cannot) {
            warning.accept("the history is not shown: " + file() + " cannot be read (" + cannot.getMessage() + ")");
            return List.of();
        }
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException(file + ": is larger than " + MOST_BYTES + " bytes, the limit for a history: move the file away");
            }
            return new String(bytes, StandardCharsets.UTF_8).lines().toList();
        } catch (NoSuchFileException nothingYet) {
            return List.of();
        }
    }

    /**
     * Appends tests to the history: other readers and writers see all of them or none.
     *
     * @param tests the tests of a run
     * @throws IOException if the file cannot be written, saying which file and why
     */
    public void append(List<KeptTest> tests) throws IOException {
        if (tests.isEmpty()) {
            return;
        }
        Files.createDirectories(folder, owners("rwx------"));
        StringBuilder lines = new StringBuilder();
        tests.forEach(test -> lines.append(HistoryLines.line(test)).append('\n'));
        // a file lock holds off other processes, but not other threads of this process
        synchronized (History.class) {
            try (FileChannel guard = open(folder.resolve(LOCK)); FileLock _ = locked(guard)) {
                append(lines.toString());
            }
        }
    }

    private FileLock locked(FileChannel guard) throws IOException {
        long begin = System.nanoTime();
        for (FileLock lock = guard.tryLock(); ; lock = guard.tryLock()) {
            if (lock != null) {
                return lock;
            }
            if (System.nanoTime() - begin > LONGEST_WAIT_NANOS) {
                throw new IOException(folder.resolve(LOCK) + ": another process has held this lock for 2 s: end that process");
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(folder.resolve(LOCK) + ": interrupted while waiting for this lock", e);
            }
        }
    }

    private void append(String lines) throws IOException {
        if (isFull()) {
            Files.move(file(), folder.resolve(OLDER), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        try (FileChannel file = open(file())) {
            long end = file.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            boolean unfinished = end > 0 && file.read(last, end - 1) == 1 && last.get(0) != '\n';
            ByteBuffer bytes = ByteBuffer.wrap(((unfinished ? "\n" : "") + lines).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                end += file.write(bytes, end);
            }
        }
    }

    private boolean isFull() throws IOException {
        if (!Files.exists(file()) || Files.size(file()) < (long) LINES * SHORTEST_LINE) {
            return false;
        }
        long lines = 0;
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        try (FileChannel file = FileChannel.open(file(), StandardOpenOption.READ)) {
            while (file.read(chunk) >= 0) {
                for (int i = 0; i < chunk.position(); i++) {
                    lines += chunk.get(i) == '\n' ? 1 : 0;
                }
                chunk.clear();
            }
        }
        return lines >= LINES;
    }

    private FileChannel open(Path file) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return FileChannel.open(file, options, owners("rw-------"));
    }

    private FileAttribute<?>[] owners(String rights) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
