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
 * Tests of earlier runs, in files of a folder that nobody else can look into: {@value #FILE}, a line of JSON a test, to which lines are
 * appended. Of a test there may be two, the later of which counts. When the file has {@value #LINES} lines it becomes {@value #OLDER}, in
 * the place of the one before, and a new one begins: so the newest {@value #LIMIT} tests are always there, and the files stay small.
 *
 * <p>Several processes and threads may append at once, one after the other; who reads waits for nobody. A last line that a process has
 * left unfinished is passed over, and does not spoil the next one.
 */
public final class History {
    /** Tests that are never forgotten. */
    public static final int LIMIT = 10_000;
    private static final int LINES = 2 * LIMIT;
    static final String FILE = "history.jsonl";
    static final String OLDER = "history-older.jsonl";
    private static final String LOCK = "history.lock";
    /** No line is shorter: a smaller file need not be counted. */
    private static final int SHORTEST_LINE = 200;
    /** Some 3 KB a line, of which most have less than 1. */
    private static final int MOST_BYTES = 1 << 26;
    private static final int CHUNK = 1 << 16;
    private static final long LONGEST_WAIT_NANOS = 2_000_000_000;
    private static final long PAUSE_MILLIS = 5;

    private final Path folder;

    /**
     * What is kept.
     *
     * @param tests      in the order in which they came to be kept
     * @param unreadable lines that were passed over: broken, or written by a later version
     */
    public record Kept(List<KeptTest> tests, int unreadable) {
        public Kept {
            tests = List.copyOf(tests);
        }
    }

    /** @param folder made, with those above it, when something is kept */
    public History(Path folder) {
        this.folder = folder;
    }

    /** Where it is, for people. */
    public Path file() {
        return folder.resolve(FILE);
    }

    /**
     * Everything; nothing where nothing was kept yet. Of a test that was kept twice the later one counts, in the place of the first.
     *
     * @throws IOException where there is something that cannot be read
     */
    public Kept read() throws IOException {
        // the newer file first: when one becomes the other in between, its tests are met twice and counted once
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

    /** For pictures: what was kept of real runs, without environments. An entry could not say that its ranks were slowed on purpose. */
    public List<HistoryEntry> entries() throws IOException {
        return read().tests().stream().filter(test -> !test.environment().isEmulated()).map(KeptTest::entry).toList();
    }

    /** As {@link #entries}; none where they cannot be read, which {@code warning} is told: a picture less spoils no report. */
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
                throw new IOException(file + ": is larger than " + MOST_BYTES + " bytes, which no history is: move it away");
            }
            return new String(bytes, StandardCharsets.UTF_8).lines().toList();
        } catch (NoSuchFileException nothingYet) {
            return List.of();
        }
    }

    /**
     * Adds tests, all or none as far as other readers and writers can see.
     *
     * @throws IOException saying which file cannot be written and why
     */
    public void append(List<KeptTest> tests) throws IOException {
        if (tests.isEmpty()) {
            return;
        }
        Files.createDirectories(folder, owners("rwx------"));
        StringBuilder lines = new StringBuilder();
        tests.forEach(test -> lines.append(HistoryLines.line(test)).append('\n'));
        // a file lock holds off other processes, and is the process' own
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
                throw new IOException(folder.resolve(LOCK) + ": another process has held it for 2 s: end that one");
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(folder.resolve(LOCK) + ": interrupted while waiting for it", e);
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
