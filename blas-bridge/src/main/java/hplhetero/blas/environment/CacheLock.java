package hplhetero.blas.environment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * A lock that lets one process of this host at a time make what all of them would keep in the cache folder. Without the lock, several
 * processes that start with an empty folder would each do the work and slow each other down. The system releases the lock of a process that
 * ends. Where there can be no lock, in a folder that cannot be written or on a file system without locks, nobody waits. Used by one thread.
 */
public final class CacheLock implements AutoCloseable {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final long PAUSE_MILLIS = 50;
    /**
     * The locks between threads of this process, by file. The system's locks are only between processes, and closing a file releases the
     * locks of all threads of the process.
     */
    private static final Map<Path, Semaphore> HERE = new ConcurrentHashMap<>();

    private final Path file;
    private final Semaphore here;
    private boolean mine;
    private boolean waited;
    private FileChannel channel;

    private CacheLock(Path file) {
        this.file = file;
        here = HERE.computeIfAbsent(file, any -> new Semaphore(1));
    }

    /**
     * Takes the lock by which one process of this host at a time does some work, waiting for other holders at most {@code longest}. After
     * this time the caller goes on without the lock.
     *
     * @param folder  the folder of the lock's file, made where it is missing
     * @param what    the work to be done, which is the first word of the file's name
     * @param longest the longest time to wait
     * @param waiting action to run once before waiting; not run where the lock is free
     */
    public static CacheLock take(Path folder, String what, Duration longest, Runnable waiting) {
        CacheLock lock = new CacheLock(folder.toAbsolutePath().resolve(what + "-" + hostName() + ".lock"));
        if (!lock.isTaken()) {
            lock.waited = true;
            waiting.run();
            long end = System.nanoTime() + longest.toNanos();
            while (System.nanoTime() < end && pause() && !lock.isTaken()) {
                continue;
            }
        }
        return lock;
    }

    /** Returns whether this lock had to wait for another holder, which may have made what the caller wants. */
    public boolean waited() {
        return waited;
    }

    /** Releases the lock for the next holder. */
    @Override
    public void close() {
        closeFile();
        if (mine) {
            mine = false;
            here.release();
        }
    }

    /** Tries to take the lock. Returns whether the caller may go on: it has the lock, or there can be no lock at all. */
    private boolean isTaken() {
        mine = here.tryAcquire();
        if (!mine) {
            return false;
        }
        try {
            CacheFolder.create(file.getParent());
            channel = FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    CacheFolder.owners(file, "rw-------"));
            if (channel.tryLock() != null) {
                return true;
            }
        } catch (IOException cannot) {
            return true;
        }
        close();
        return false;
    }

    private void closeFile() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException gone) {
                // a file that cannot be closed any more holds no lock either
            }
            channel = null;
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Returns the host's name, for the lock's file. Homes are often shared between hosts, whose processes do not disturb each other, and
     * not every file system has locks between hosts.
     */
    private static String hostName() {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException notLinux) {
            return "host";
        }
    }
}
