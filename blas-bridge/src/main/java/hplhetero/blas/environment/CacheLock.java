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
 * Lets one process of this host at a time do what all of them would keep in the cache folder: several that start with an empty one would
 * each do it, and slow each other down. The system ends the turn of a process that ends. Where there can be no lock, in a folder that
 * cannot be written or on a file system without locks, nobody waits. Used by one thread.
 */
public final class CacheLock implements AutoCloseable {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final long PAUSE_MILLIS = 50;
    /** Threads of this process: the system's locks are between processes, and closing a file ends those of all its threads. */
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
     * Waits for the turn of this thread, but not for ever: after that time it goes on beside the others.
     *
     * @param folder  where the file of the lock is; made where it is missing
     * @param what    is done: the first word of the file's name
     * @param longest to wait
     * @param waiting is run once where there is somebody to wait for
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

    /** Whether another one had its turn meanwhile, and may have left what is wanted. */
    public boolean waited() {
        return waited;
    }

    /** Gives the turn to the next one. */
    @Override
    public void close() {
        closeFile();
        if (mine) {
            mine = false;
            here.release();
        }
    }

    /** Takes it where it is free; also returns true where it cannot be had at all. */
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
                // the lock is, too
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

    /** Homes are often shared between hosts: those do not disturb each other, and not every file system has locks between them. */
    private static String hostName() {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException notLinux) {
            return "host";
        }
    }
}
