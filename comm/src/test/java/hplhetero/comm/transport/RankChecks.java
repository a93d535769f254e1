package hplhetero.comm.transport;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import hplhetero.comm.collective.CollectiveAlgorithms;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds for transports over the project's own protocols beyond the common contract. */
@Timeout(300)
final class RankChecks {
    private static final int SPLITS = 3_000;

    @Test
    void shouldSplitAndFreeThreeThousandTimes() {
        Ranks.run(2, comm -> {
            for (int i = 0; i < SPLITS; i++) {
                Communicator part = comm.split(i % 3 == 0 ? comm.rank() : 0, -comm.rank());
                assertThat(part.size()).isEqualTo(i % 3 == 0 ? 1 : 2);
                assertThat(part.rank()).isEqualTo(i % 3 == 0 ? 0 : 1 - comm.rank());
                part.free();
            }
        });
    }

    /** Two ranks that send each other several long messages at once: MPJ's input threads would wait for each other. */
    @Test
    void shouldNotBlockWhenAllSendMuchToAll() {
        int messages = 6;
        int bytes = 6_000_001;
        Ranks.run(2, comm -> {
            int other = 1 - comm.rank();
            List<MemorySegment> received = new ArrayList<>();
            List<Request> requests = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                received.add(zeros(bytes + i));
                requests.add(comm.irecv(received.get(i), i % 2 == 0 ? other : Communicator.ANY_SOURCE, i / 2));
                requests.add(comm.isend(pattern(bytes + i, i), other, i / 2));
            }
            requests.forEach(Ranks::await);
            for (int i = 0; i < messages; i++) {
                assertPattern(received.get(i), i, "message " + i);
            }
        });
    }

    @Test
    void shouldReceiveLongMessagesIntoConfinedMemory() {
        Ranks.run(2, comm -> {
            if (comm.rank() == 0) {
                await(comm.isend(pattern(3_000_000, 8), 1, 0));
            } else {
                try (Arena confined = Arena.ofConfined()) {
                    MemorySegment received = confined.allocate(3_000_000);
                    await(comm.irecv(received, 0, 0));
                    assertPattern(received, 8, "into confined memory");
                }
            }
        });
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
                assertThat(answer.get()).contains("tag=7").contains("rank 1").contains("bytes=48");
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
    void shouldNotCrawlWhenRanksShareCores() {
        for (int ranks = 2; ranks <= 4; ranks++) {
            Ranks.run(ranks, comm -> {
                comm.shareCores();
                Collectives.Barrier barrier = CollectiveAlgorithms.of(comm).barrier(0);
                for (int i = 0; i < 200; i++) {
                    barrier.start();
                    assertThat(await(barrier)).isEqualTo(Progress.DONE);
                }
            });
        }
    }
}
