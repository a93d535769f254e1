package hplhetero.comm.transport.mpi;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What holds for the transport mpi beyond the common contract; run by each rank under a launcher. */
final class MpiRankChecks {
    private static final int SPLITS = 5_000;
    private static final int MESSAGES = 10_000;
    private static final long ALLOWED_BYTES = 10_000;

    /** MPICH has some 2000 numbers for communicators. */
    @Test
    void shouldSplitAndFreeForever() {
        Ranks.run(2, comm -> {
            for (int i = 0; i < SPLITS; i++) {
                Communicator part = comm.split(i % 3 == 0 ? comm.rank() : 0, -comm.rank());
                assertThat(part.size()).isEqualTo(i % 3 == 0 ? 1 : 2);
                part.free();
            }
        });
    }

    @Test
    void shouldAllocateNothingPerMessage() {
        Ranks.run(2, comm -> {
            MemorySegment out = zeros(64);
            MemorySegment in = zeros(64);
            exchange(comm, out, in, MESSAGES);
            long before = Ranks.allocatedBytes();
            exchange(comm, out, in, MESSAGES);
            assertThat(Ranks.allocatedBytes() - before).isLessThan(ALLOWED_BYTES);
        });
    }

    private static void exchange(Communicator comm, MemorySegment out, MemorySegment in, int messages) {
        for (int i = 0; i < messages; i++) {
            Request receive = comm.irecv(in, Communicator.ANY_SOURCE, 0);
            Request send = comm.isend(out, 1 - comm.rank(), 0);
            while (receive.poll() != Progress.DONE || send.poll() != Progress.DONE) {
                Thread.onSpinWait();
            }
            if (receive.bytes() != in.byteSize() || receive.peer() != 1 - comm.rank()) {
                throw new AssertionError("message " + i + " of bytes=" + receive.bytes());
            }
            receive.release();
            send.release();
        }
    }

    /** The JVM finds null by a SIGSEGV of its own: a library's handler for it would end the process. */
    @Test
    void shouldLeaveSignalsToTheJvm() {
        AtomicReference<int[]> array = new AtomicReference<>(new int[1]);
        int caught = 0;
        for (int i = 0; i < 30_000; i++) {
            if (i == 20_000) {
                array.set(null);
            }
            try {
                array.get()[0]++;
            } catch (NullPointerException e) {
                caught++;
            }
        }
        assertThat(caught).isEqualTo(10_000);
    }

    @Test
    void shouldSayWhichMessagesItWaitsFor() {
        Ranks.run(2, comm -> {
            if (comm.rank() == 0) {
                MemorySegment in = zeros(48);
                Request receive = comm.irecv(in, 1, 7);
                AtomicReference<String> answer = new AtomicReference<>();
                Thread watchdog = new Thread(() -> answer.set(comm.activity().ask(10_000_000_000L)));
                watchdog.start();
                while (watchdog.isAlive()) {
                    assertThat(receive.poll()).isEqualTo(Progress.IDLE);
                }
                assertThat(answer.get()).contains("waits for a message of bytes=48 tag=7 from rank 1 on " + comm.hostName());
                await(comm.isend(zeros(0), 1, 8));
                await(receive);
                assertPattern(in, 5, "after the question");
            } else {
                await(comm.irecv(zeros(0), 0, 8));
                await(comm.isend(pattern(48, 5), 0, 7));
            }
        });
    }

    @Test
    void shouldCountWhatAdvances() {
        Ranks.run(1, comm -> {
            long before = comm.activity().ticks();
            Request send = comm.isend(zeros(8), 0, 0);
            await(comm.irecv(zeros(8), 0, 0));
            await(send);
            assertThat(comm.activity().ticks()).isEqualTo(before + 2);
        });
    }

    /** Without asking MPI_Test: the library's request says so. */
    @Test
    void shouldKnowAtOnceOfAShortSendThatIsDone() {
        Ranks.run(2, comm -> {
            exchange(comm, zeros(8), zeros(8), 1);
            if (comm.rank() == 0) {
                long before = comm.activity().ticks();
                Request send = comm.isend(pattern(8, 3), 1, 0);
                assertThat(comm.activity().ticks()).isEqualTo(before + 1);
                await(send);
            } else {
                MemorySegment in = zeros(8);
                await(comm.irecv(in, 0, 0));
                assertPattern(in, 3, "a short message");
            }
        });
    }

    @Test
    void shouldKeepRequestsThatWereNotReleased() {
        Ranks.run(2, comm -> {
            Request[] receives = new Request[200];
            for (int i = 0; i < receives.length; i++) {
                receives[i] = comm.irecv(zeros(1_000), Communicator.ANY_SOURCE, 3);
                await(comm.isend(zeros(i), 1 - comm.rank(), 3));
                await(receives[i]);
            }
            for (int i = 0; i < receives.length; i++) {
                assertThat(receives[i].bytes()).isEqualTo(i);
                assertThat(receives[i].peer()).isEqualTo(1 - comm.rank());
            }
        });
    }

    @Test
    void shouldRefuseACommunicatorThatWasFreed() {
        Ranks.run(1, comm -> {
            Communicator part = comm.split(0, 0);
            part.free();
            assertThatThrownBy(() -> part.isend(zeros(8), 0, 0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> part.irecv(zeros(8), 0, 0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> part.split(0, 0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(part::free).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void shouldRefuseASplitOfAnotherThread() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Ranks.run(1, comm -> {
            Thread.Builder stranger = Thread.ofPlatform().uncaughtExceptionHandler((thread, what) -> thrown.set(what));
            assertThatCode(() -> stranger.start(() -> comm.split(0, 0)).join()).doesNotThrowAnyException();
            assertThat(thrown.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("belong to thread");
        });
    }
}
