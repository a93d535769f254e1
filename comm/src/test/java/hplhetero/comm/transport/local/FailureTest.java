package hplhetero.comm.transport.local;

import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.collective.CollectiveAlgorithms;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FailureTest {

    @Test
    void shouldBeFoundByName() {
        assertThat(ServiceLoader.load(TransportProvider.class)).extracting(TransportProvider::name).contains("local");
    }

    @Test
    void shouldReturnTheLargestExitCodeAndNameTheThreads() {
        int code = new LocalTransport().run(3, comm -> {
            assertThat(Thread.currentThread().getName()).isEqualTo("rank-" + comm.rank());
            return 2 - comm.rank();
        });
        assertThat(code).isEqualTo(2);
    }

    @Test
    void shouldRefuseNoRanks() {
        assertThatThrownBy(() -> new LocalTransport().run(0, comm -> 0)).hasMessageContaining("ranks=0");
    }

    @Test
    void shouldEndAllRanksWhenOneThrows() {
        AtomicInteger told = new AtomicInteger();
        IllegalStateException boom = new IllegalStateException("boom");
        assertThatThrownBy(() -> Ranks.run(4, comm -> {
            if (comm.rank() == 3) {
                throw boom;
            }
            tellIfEnded(comm, told);
        })).isInstanceOf(CommException.class).hasMessageContaining("rank 3 on ").hasMessageContaining("boom").hasCause(boom);
        assertThat(told.get()).isEqualTo(3);
    }

    @Test
    void shouldEndAllRanksWhenOneAborts() {
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> Ranks.run(3, comm -> {
            if (comm.rank() == 1) {
                comm.abort("no memory for A", null);
            }
            tellIfEnded(comm, told);
        })).isInstanceOf(CommException.class).hasMessageContaining("rank 1 on ").hasMessageContaining("no memory for A");
        assertThat(told.get()).isEqualTo(3);
    }

    private static void tellIfEnded(Communicator comm, AtomicInteger told) {
        try {
            await(comm.irecv(zeros(8), Communicator.ANY_SOURCE, 0));
        } catch (CommException e) {
            told.incrementAndGet();
            throw e;
        }
    }

    @Test
    void shouldNameBothSizesWhenAMessageIsTooLong() {
        for (long bytes : new long[] {24, 30_000}) {
            AtomicInteger told = new AtomicInteger();
            assertThatThrownBy(() -> Ranks.run(2, comm -> {
                if (comm.rank() == 0) {
                    comm.isend(zeros(bytes), 1, 0);
                    tellIfEnded(comm, told);
                } else {
                    await(comm.irecv(zeros(16), 0, 0));
                }
            })).isInstanceOf(CommException.class).hasMessageContaining("bytes=" + bytes).hasMessageContaining("bytes=16");
            assertThat(told.get()).as("the sender is told too").isEqualTo(1);
        }
    }

    @Test
    void shouldReportTheTrueCauseWhenAThrowingSenderFreesItsBuffer() {
        assertThatThrownBy(() -> Ranks.run(2, comm -> {
            if (comm.rank() == 0) {
                try (Arena arena = Arena.ofShared()) {
                    comm.isend(arena.allocate(100_000), 1, 0);
                    throw new IllegalArgumentException("the sender's own");
                }
            }
            pauseMillis(20);
            await(comm.irecv(zeros(100_000), 0, 0));
        })).isInstanceOf(CommException.class).hasMessageContaining("the sender's own");
    }

    @Test
    void shouldTellWhenASendBufferWasFreedTooEarly() {
        assertThatThrownBy(() -> Ranks.run(2, comm -> {
            if (comm.rank() == 0) {
                Request send;
                try (Arena arena = Arena.ofShared()) {
                    send = comm.isend(arena.allocate(100_000), 1, 0);
                }
                await(comm.isend(zeros(8), 1, 1));
                await(send);
            } else {
                await(comm.irecv(zeros(8), 0, 1));
                await(comm.irecv(zeros(100_000), 0, 0));
            }
        })).isInstanceOf(CommException.class).hasMessageContaining("freed before the message was received");
    }

    @Test
    void shouldEndTheRunWhenItsCallerIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Ranks.run(2, comm -> await(comm.irecv(zeros(8), 1 - comm.rank(), 0))))
                .isInstanceOf(CommException.class).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldStopWaitingWhenTheRankIsInterrupted() {
        assertThatThrownBy(() -> Ranks.run(1, comm -> {
            Thread.currentThread().interrupt();
            await(comm.irecv(zeros(8), 0, 0));
        })).isInstanceOf(CommException.class).hasMessageContaining("rank-0 was interrupted");
    }

    /** Far more ranks than cores: each must let the others run, so they do not wait by spinning, however busy the machine is. */
    @Test
    void shouldNotCrawlWhenRanksShareCores() {
        int ranks = 24;
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger tooEarly = new AtomicInteger();
        AtomicLong cpuNanos = new AtomicLong();
        Ranks.run(ranks, comm -> {
            Collectives.Barrier barrier = CollectiveAlgorithms.of(comm).barrier(0);
            for (int i = 1; i <= 500; i++) {
                entered.incrementAndGet();
                barrier.start();
                await(barrier);
                tooEarly.addAndGet(entered.get() < i * ranks ? 1 : 0);
            }
            cpuNanos.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        });
        assertThat(entered.get()).isEqualTo(500 * ranks);
        assertThat(tooEarly.get()).as("barriers that a rank left before all had come").isZero();
        // a quarter of a second; ranks that spin take six
        assertThat(cpuNanos.get()).as("nanoseconds of all ranks on cores").isLessThan(3_000_000_000L);
    }

    private static void pauseMillis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
