package hplhetero.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class PacedSendsTest {
    private static final int LONG_BYTES = 1_000_003;
    private static final int MESSAGES = 40;

    /** Those of one tag in their order, whatever their length. */
    @ParameterizedTest
    @ValueSource(strings = {"0 1", "0 0 1", "0 1 2 1"})
    void shouldBringAllMessages(String text) {
        Sites sites = Sites.of(List.of(text.split(" ")).stream().mapToInt(Integer::parseInt).toArray());
        Ranks.run(sites.size(), world -> {
            Communicator paced = new PacedSends().pace(world, sites);
            List<Request> requests = new ArrayList<>();
            List<MemorySegment> received = new ArrayList<>();
            Random random = new Random(5);
            for (int i = 0; i < MESSAGES; i++) {
                int from = random.nextInt(world.size());
                int to = (from + 1 + random.nextInt(world.size() - 1)) % world.size();
                int bytes = random.nextInt(4) == 0 ? random.nextInt(100) : random.nextInt(LONG_BYTES);
                int tag = random.nextInt(2);
                received.add(world.rank() == to ? Ranks.zeros(bytes) : null);
                if (world.rank() == from) {
                    requests.add(paced.isend(Ranks.pattern(bytes, i), to, tag));
                } else if (world.rank() == to) {
                    requests.add(paced.irecv(received.get(i), from, tag));
                }
            }
            boolean done = false;
            while (!done) {
                done = true;
                for (Request request : requests) {
                    done &= request.poll() == Progress.DONE;
                }
            }
            requests.forEach(Request::release);
            for (int i = 0; i < MESSAGES; i++) {
                if (received.get(i) != null) {
                    Ranks.assertPattern(received.get(i), i, "seed=5 message " + i + " to rank " + world.rank());
                }
            }
        });
    }

    /** Rank 0 of three, whose sends are done when the test says so. */
    private static final class HeldSends extends ForwardingCommunicator {
        private final List<Boolean> done = new ArrayList<>();
        private final List<Long> bytes = new ArrayList<>();

        HeldSends() {
            super(new LoneRank(0, 3));
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            int number = done.size();
            done.add(false);
            bytes.add(buffer.byteSize());
            return new Request() {
                @Override
                public Progress poll() {
                    return done.get(number) ? Progress.DONE : Progress.IDLE;
                }

                @Override
                public int peer() {
                    return destination;
                }

                @Override
                public long bytes() {
                    return buffer.byteSize();
                }
            };
        }
    }

    @Test
    void shouldHaveFewSegmentsOnTheirWayAndLetShortMessagesPass() {
        HeldSends link = new HeldSends();
        Communicator paced = new PacedSends().pace(link, Sites.of(0, 1, 0));
        Request first = paced.isend(Ranks.zeros(LONG_BYTES), 1, 1);
        assertThat(link.bytes).hasSize(2).allSatisfy(bytes -> assertThat(bytes).isBetween(PacedSends.SEGMENT_BYTES,
                2 * PacedSends.SEGMENT_BYTES));
        Request other = paced.isend(Ranks.zeros(LONG_BYTES), 1, 2);
        assertThat(link.bytes).as("one of each order").hasSize(3);
        Request later = paced.isend(Ranks.zeros(8), 1, 1);
        assertThat(link.bytes).as("waits for its order").hasSize(3);
        paced.isend(Ranks.zeros(8), 1, 3);
        assertThat(link.bytes).as("passes").hasSize(4).last().isEqualTo(8L);
        paced.isend(Ranks.zeros(LONG_BYTES), 2, 1);
        assertThat(link.bytes).as("stays within the site").hasSize(5).last().isEqualTo((long) LONG_BYTES);
        assertThat(first.poll()).isEqualTo(Progress.IDLE);
        for (int i = 0; i < link.done.size(); i++) {
            link.done.set(i, true);
            first.poll();
        }
        assertThat(first.poll()).isEqualTo(Progress.DONE);
        assertThat(other.poll()).isEqualTo(Progress.DONE);
        assertThat(later.poll()).isEqualTo(Progress.DONE);
        assertThat(link.bytes.stream().mapToLong(Long::longValue).sum()).isEqualTo(3L * LONG_BYTES + 16);
    }

    /** A receiver who does not know the sender's site cannot know in how many pieces the message comes. */
    @Test
    void shouldRefuseALongReceiveFromAnyRank() {
        Communicator paced = new PacedSends().pace(new HeldSends(), Sites.of(0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> paced.irecv(Ranks.zeros(LONG_BYTES), Communicator.ANY_SOURCE, 1))
                .withMessageContaining("bytes=" + LONG_BYTES).withMessageContaining("name the source");
    }

    @Test
    void shouldLeaveACommunicatorOfOneSiteAsItIs() {
        HeldSends link = new HeldSends();
        assertThat(new PacedSends().pace(link, Sites.of(1, 1, 1))).isSameAs(link);
    }
}
