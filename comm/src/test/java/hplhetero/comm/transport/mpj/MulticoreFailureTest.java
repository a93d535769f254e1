package hplhetero.comm.transport.mpj;

import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.Request;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Needs(Component.MPJ_EXPRESS)
@Timeout(300)
final class MulticoreFailureTest {
    private static final TransportOptions OPTIONS = TransportOptions.usual(failure -> { });

    private static void run(int ranks, Consumer<Communicator> rankMain) {
        run(OPTIONS, ranks, rankMain);
    }

    private static void run(TransportOptions options, int ranks, Consumer<Communicator> rankMain) {
        try (Transport transport = new MpjProvider().open(options)) {
            assertThatThrownBy(() -> transport.run(ranks, comm -> {
                rankMain.accept(comm);
                return 0;
            })).isInstanceOf(CommException.class).satisfies(e -> assertThat(transport.failure()).contains(e.getMessage()));
            throw new CommException(transport.failure().orElseThrow());
        }
    }

    private static void tellIfEnded(Communicator comm, AtomicInteger told) {
        tellIfEnded(() -> await(comm.irecv(zeros(8), Communicator.ANY_SOURCE, 0)), told);
    }

    private static void tellIfEnded(Runnable exchange, AtomicInteger told) {
        try {
            exchange.run();
        } catch (CommException e) {
            told.incrementAndGet();
            throw e;
        }
    }

    @Test
    void shouldReturnTheLargestExitCodeAndNameTheThreads() {
        try (Transport transport = new MpjProvider().open(OPTIONS)) {
            assertThat(transport.ranks()).isEmpty();
            assertThat(transport.leads()).isTrue();
            assertThat(transport.description()).startsWith("MPJ Express 0.44 (multicore");
            for (int run = 0; run < 2; run++) {
                assertThat(transport.run(3, comm -> {
                    assertThat(Thread.currentThread().getName()).isEqualTo("rank-" + comm.rank());
                    return 2 - comm.rank();
                })).isEqualTo(2);
            }
            assertThat(transport.failure()).isEmpty();
        }
    }

    @Test
    void shouldEndAllRanksWhenOneThrows() {
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> run(4, comm -> {
            if (comm.rank() == 3) {
                throw new IllegalStateException("boom");
            }
            tellIfEnded(comm, told);
        })).hasMessageContaining("rank 3 on ").hasMessageContaining("boom");
        assertThat(told.get()).isEqualTo(3);
    }

    @Test
    void shouldEndAllRanksWhenOneAborts() {
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> run(3, comm -> {
            if (comm.rank() == 1) {
                comm.abort("no memory for A", null);
            }
            tellIfEnded(comm, told);
        })).hasMessageContaining("rank 1 on ").hasMessageContaining("no memory for A");
        assertThat(told.get()).isEqualTo(3);
    }

    /** Short and long, expected and not. */
    @Test
    void shouldNameBothSizesWhenAMessageIsTooLong() {
        for (int bytes : new int[] {24, 300_000, 3_000_000}) {
            for (boolean expected : new boolean[] {true, false}) {
                AtomicInteger told = new AtomicInteger();
                assertThatThrownBy(() -> run(2, comm -> {
                    if (comm.rank() == 0) {
                        tellIfEnded(() -> sendThenWait(comm, bytes), told);
                    } else {
                        Request receive = expected ? comm.irecv(zeros(16), 0, 0) : null;
                        await(comm.isend(zeros(0), 0, 1));
                        await(comm.irecv(zeros(0), 0, 2));
                        await(expected ? receive : comm.irecv(zeros(16), 0, 0));
                    }
                })).hasMessageContaining("rank 1 on ").hasMessageContaining("bytes=" + bytes).hasMessageContaining("bytes=16");
                assertThat(told.get()).as("the sender is told too").isEqualTo(1);
            }
        }
    }

    private static void sendThenWait(Communicator comm, int bytes) {
        await(comm.irecv(zeros(0), 1, 1));
        comm.isend(pattern(bytes, 0), 1, 0);
        await(comm.isend(zeros(0), 1, 2));
        await(comm.irecv(zeros(0), 1, 3));
    }

    @Test
    void shouldTellWhoWaitsForWhatWhenNothingMoves() {
        TransportOptions options = new TransportOptions(Map.of(), Map.of(),
                new LivenessTimeouts(Optional.of(Duration.ofMillis(200)), Optional.empty()), failure -> { });
        assertThatThrownBy(() -> run(options, 2, comm -> {
            comm.activity().phase("panel", 7);
            await(comm.irecv(zeros(40), 1 - comm.rank(), 5));
        })).hasMessageContaining("panel 7").hasMessageContaining("bytes=40 from rank 1 (tag=5)")
                .hasMessageContaining("bytes=40 from rank 0 (tag=5)");
    }

    @Test
    void shouldEndTheRunWhenItsCallerIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> run(2, comm -> await(comm.irecv(zeros(8), 1 - comm.rank(), 0))))
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldRefuseNoRanks() {
        try (Transport transport = new MpjProvider().open(OPTIONS)) {
            assertThatThrownBy(() -> transport.run(0, comm -> 0)).hasMessageContaining("ranks=0");
        }
    }
}
