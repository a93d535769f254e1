package hplhetero.hpl.swap;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerTeam;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
    /** The kernels that read the copied rows; null where no device is among them. */
    private final DenseKernels kernels;
    private long[] from = new long[64];
    private long[] to = new long[64];
    private int count;

    /** Makes copies by the calling thread alone. */
    public RowCopies() {
        this(null, null, null);
    }

    /**
     * Makes copies that the members of a team share.
     *
     * @param kernels kernels that read the copied rows
     * @param team    the team; its members must not be busy with other work when a swap is started or moves on
     * @param timers  take the time of the members but the rank's thread, whose time the caller adds
     */
    public RowCopies(DenseKernels kernels, WorkerTeam team, PhaseTimers timers) {
        this.kernels = kernels;
        this.team = team;
        this.timers = timers;
    }

    /** Allocates memory, filled with zeros, to which rows are copied and from which the kernels read them. */
    MemorySegment allocate(long bytes, Arena arena) {
        MemorySegment memory = OffHeap.allocate(arena, bytes).fill((byte) 0);
        if (kernels != null) {
            kernels.pin(memory, arena);
        }
        return memory;
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
            memory.copyOut(from, to, count, (int) (rowBytes / Double.BYTES));
        }
        count = 0;
    }

    private void copy(long offset, long bytes) {
        for (int i = 0; i < count && bytes > 0; i++) {
            OffHeap.copy(from[i] + offset, to[i] + offset, bytes);
        }
    }
}
