package hplhetero.hpl.swap;

import hplhetero.blas.MatrixMemory;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerTeam;
import java.util.Arrays;

/**
 * Copies of rows that a swap makes at once, such as all rows that go to one rank. Where the rank has a team of workers, each member copies
 * some columns of all rows. Reused from swap to swap. Owner: the rank's thread.
 */
public final class RowCopies {
    /** Fewest bytes that are worth a member: some 20 microseconds. */
    private static final long LEAST_BYTES = 128 << 10;
    private static final int CACHE_LINE_BYTES = 64;

    /** The team that copies; null where the rank's thread copies alone. */
    private final WorkerTeam team;
    /** Take the time of the members but the rank's thread, whose time the caller adds; null where there is no team. */
    private final PhaseTimers timers;
    private long[] from = new long[64];
    private long[] to = new long[64];
    private int count;

    /** Makes copies by the calling thread alone. */
    public RowCopies() {
        this(null, null);
    }

    /**
     * Makes copies that the members of a team share.
     *
     * @param team   the team; its members must not be busy with other work when a swap is started or moves on
     * @param timers take the time of the members but the rank's thread, whose time the caller adds
     */
    public RowCopies(WorkerTeam team, PhaseTimers timers) {
        this.team = team;
        this.timers = timers;
    }

    /**
     * Adds the copy of a row.
     *
     * @param source address of the row's first element
     * @param target address of the host's memory to which the row is copied
     */
    void add(long source, long target) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
        }
        from[count] = source;
        to[count++] = target;
    }

    /**
     * Makes all copies that were added, and forgets them.
     *
     * @param memory   where the rows are copied from
     * @param rowBytes length of each row, in bytes
     */
    void run(MatrixMemory memory, long rowBytes) {
        int parts = team == null || memory != MatrixMemory.HOST ? 1 : Math.clamp(count * rowBytes / LEAST_BYTES, 1, team.size());
        if (parts > 1) {
            long each = Math.ceilDiv(Math.ceilDiv(rowBytes, parts), CACHE_LINE_BYTES) * CACHE_LINE_BYTES;
            team.share(parts, (part, worker) -> {
                long clock = timers.now();
                copy(part * each, Math.min(each, rowBytes - part * each));
                if (worker != 0) {
                    timers.add(worker, Phase.SWAP, clock);
                }
            });
        } else {
            for (int i = 0; i < count; i++) {
                memory.copyOut(from[i], to[i], (int) (rowBytes / Double.BYTES));
            }
            memory.awaitCopies();
        }
        count = 0;
    }

    private void copy(long offset, long bytes) {
        for (int i = 0; i < count && bytes > 0; i++) {
            OffHeap.copy(from[i] + offset, to[i] + offset, bytes);
        }
    }
}
