package hplhetero.comm.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SharedCoresTest {
    private static final int TAG = 3;
    private static final long PAUSE_NANOS = 100_000_000;

    /** The first exchange loads classes; the other rank's pause may last longer than it should. */
    @Test
    void shouldLeaveTheCoreToOthersWhileItWaits() {
        AtomicLong used = new AtomicLong();
        AtomicLong waited = new AtomicLong();
        Ranks.run(2, world -> {
            world.shareCores();
            MemorySegment buffer = Ranks.zeros(8);
            for (long pause : new long[] {0, PAUSE_NANOS}) {
                if (world.rank() == 0) {
                    pause(pause);
                    finish(world.isend(buffer, 1, TAG));
                } else {
                    long cpu = cpu();
                    long start = System.nanoTime();
                    finish(world.irecv(buffer, 0, TAG));
                    used.set(cpu() - cpu);
                    waited.set(System.nanoTime() - start);
                }
            }
        });
        // one that spins would use all of it; a poll of MPI costs more than one of ours
        assertThat(used.get()).isLessThan(Math.max(PAUSE_NANOS, waited.get()) / 2);
    }

    /** Short messages fill the rings, long ones are fetched by the receiver: both ways the sender sleeps too. */
    @ParameterizedTest
    @ValueSource(ints = {8, 100_000})
    void shouldWakeWhoeverWaits(int bytes) {
        Ranks.run(3, world -> {
            world.shareCores();
            int next = (world.rank() + 1) % world.size();
            int before = (world.rank() + 2) % world.size();
            for (int i = 0; i < 60; i++) {
                MemorySegment out = Ranks.pattern(bytes, i);
                MemorySegment in = Ranks.zeros(bytes);
                Request receive = world.irecv(in, before, TAG);
                Request send = world.isend(out, next, TAG);
                finish(receive);
                finish(send);
                Ranks.assertPattern(in, i, "message " + i);
            }
        });
    }

    private static void finish(Request request) {
        Ranks.await(request);
        request.release();
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
