package hplhetero.network.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.ListedTraffic.Message;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that compute and join traffics one after the other; times worked out by hand. */
class ProgramTest {
    private static final long SEED = 20261130;
    /** Nothing but bytes, at a second each. */
    private static final NetworkCost BYTES = new NetworkCost(LinkCost.hockney(0, 1), LinkCost.hockney(0, 1), 0, 0);
    /** To receive a message takes two seconds, to send one a second. */
    private static final NetworkCost OVERHEADS = new NetworkCost(new LinkCost(0, 1, 1, 2, 0), LinkCost.hockney(0, 1), 0);
    private static final double EXACT = 1e-9;

    /** Begins something, then goes on as a test says, and notes what it is told and when. */
    private static final class Script implements Program {
        private final Consumer<VirtualRanks> first;
        private final List<String> told = new ArrayList<>();
        private VirtualRanks machine;
        private BiConsumer<Integer, Integer> afterDone = (rank, traffic) -> { };
        private BiConsumer<Integer, Integer> afterWoken = (rank, what) -> { };

        Script(Consumer<VirtualRanks> first) {
            this.first = first;
        }

        @Override
        public void begin(VirtualRanks onto) {
            machine = onto;
            first.accept(onto);
        }

        @Override
        public void done(int rank, int traffic) {
            tell("done " + rank + " of " + traffic);
            afterDone.accept(rank, traffic);
        }

        @Override
        public void woken(int rank, int what) {
            tell("woken " + rank + " from " + what);
            afterWoken.accept(rank, what);
        }

        private void tell(String what) {
            told.add(what + " at " + Math.round(machine.now() * 1000) / 1000.0);
        }
    }

    private static Placement nodes(int count) {
        return Placement.full(FlatSwitch.of(count));
    }

    private static PlacedTraffic listed(int ranks, Message... messages) {
        return PlacedTraffic.of(ListedTraffic.of(ranks, messages));
    }

    private static void joinAll(VirtualRanks machine, PlacedTraffic placed) {
        int traffic = machine.add(placed);
        for (int rank = 0; rank < placed.traffic().ranks(); rank++) {
            machine.join(traffic, placed.rank(rank));
        }
    }

    /** A rank that computes from 0 to 10; a message comes at as many seconds as it has bytes. */
    @ParameterizedTest
    @CsvSource({"4, 3, 6", "6, 3, 6", "9, 4, 10", "8, 4, 8", "10, 4, 10", "11, 4, 11", "1, Infinity, 10", "9, Infinity, 10", "4, 0.1, 4"})
    void shouldHearWhereItPolls(int bytes, double gap, double heard) {
        Script script = new Script(machine -> {
            joinAll(machine, listed(2, new Message(0, 0, 1, bytes)));
            machine.compute(1, 10, gap, 7);
        });
        Simulation run = new Simulator(nodes(2), BYTES).run(script);
        assertThat(script.told).containsExactlyInAnyOrder("done 0 of 0 at " + (double) bytes, "done 1 of 0 at " + heard,
                "woken 1 from 7 at 10.0");
        assertThat(run.seconds(1)).isEqualTo(Math.max(10, heard));
        assertThat(run.messages()).isEqualTo(1);
    }

    /** A rank that only computes takes part. */
    @Test
    void shouldComputeOneThingAfterTheOther() {
        Script script = new Script(machine -> machine.compute(1, 2, 1, 1));
        script.afterWoken = (rank, what) -> {
            if (what < 3) {
                script.machine.compute(rank, what, Double.POSITIVE_INFINITY, what + 1);
            }
        };
        Simulation run = new Simulator(nodes(3), BYTES).run(script);
        assertThat(script.told).containsExactly("woken 1 from 1 at 2.0", "woken 1 from 2 at 3.0", "woken 1 from 3 at 5.0");
        assertThat(run.seconds()).isEqualTo(5);
        assertThat(run.meanSeconds()).isEqualTo(5);
    }

    /**
     * Polls at 3 and 6. What is there at 4 and 5 is received from 6 to 8 to 10, so the rest of the computing is 4 seconds later, and the
     * next polls are at 10 and 13: there the message of 11 is received until 15, and the computing ends at 10 + 6.
     */
    @Test
    void shouldDelayComputingByOverheads() {
        int[] before = {3, 4, 10};
        Script script = new Script(machine -> {
            for (int sender = 0; sender < 3; sender++) {
                machine.join(machine.add(PlacedTraffic.of(ListedTraffic.of(2, new Message(0, 0, 1, 0)), sender, 3)), 3);
                machine.compute(sender, before[sender], 1, sender);
            }
            machine.compute(3, 10, 3, 9);
        });
        script.afterWoken = (rank, what) -> {
            if (what < 3) {
                script.machine.join(what, rank);
            }
        };
        new Simulator(nodes(4), OVERHEADS).run(script);
        assertThat(script.told.stream().filter(each -> each.contains(" 3 "))).containsExactly("done 3 of 0 at 8.0", "done 3 of 1 at 10.0",
                "done 3 of 2 at 15.0", "woken 3 from 9 at 16.0");
    }

    /** What is passed on in the background leaves at a poll, 6, and takes 4 seconds; its bytes need no thread, what follows does. */
    @Test
    void shouldPassOnWhereItPolls() {
        Script script = new Script(machine -> {
            joinAll(machine, listed(3, new Message(0, 0, 1, 4), new Message(1, 1, 2, 4), new Message(2, 2, 0, 0)));
            machine.compute(1, 20, 3, 0);
        });
        new Simulator(nodes(3), BYTES).run(script);
        // rank 1 has sent at 10, and hears of it at 12
        assertThat(script.told).containsExactly("done 2 of 0 at 10.0", "done 0 of 0 at 10.0", "done 1 of 0 at 12.0",
                "woken 1 from 0 at 20.0");
    }

    /**
     * A stage a second: rank 0 sends four pieces, there at 1 to 4. The thread that polls at 3 has heard of three of them then, and passes
     * them on one after the other until 6, without a further poll; the fourth is heard of at 6 and there at 7. Rank 1 hears at 9 that it
     * has left.
     */
    @Test
    void shouldPassOnAllThatCameBeforeAPoll() {
        Message[] pieces = new Message[8];
        for (int i = 0; i < 4; i++) {
            pieces[2 * i] = new Message(i, 0, 1, 1);
            pieces[2 * i + 1] = new Message(i + 1, 1, 2, 1);
        }
        Script script = new Script(machine -> {
            joinAll(machine, PlacedTraffic.of(ListedTraffic.of(3, pieces).ahead()));
            machine.compute(1, 20, 3, 0);
        });
        new Simulator(nodes(3), BYTES).run(script);
        assertThat(script.told).containsExactly("done 0 of 0 at 4.0", "done 2 of 0 at 7.0", "done 1 of 0 at 9.0",
                "woken 1 from 0 at 20.0");
    }

    /** The thread first pays for the send that it has begun, then computes; what comes meanwhile is received before it begins. */
    @Test
    void shouldComputeBehindOverheads() {
        Script script = new Script(machine -> {
            joinAll(machine, listed(3, new Message(0, 0, 1, 0), new Message(0, 2, 0, 0), new Message(0, 0, 1, 0)));
            machine.compute(0, 5, Double.POSITIVE_INFINITY, 0);
        });
        new Simulator(nodes(3), OVERHEADS).run(script);
        // two sends until 2; what came at 1 is received until 4
        assertThat(script.told).contains("woken 0 from 0 at 9.0", "done 0 of 0 at 4.0");
    }

    /** A rank joins after an eager message to it has come; another rank waits for one that joins late. */
    @Test
    void shouldKeepEagerMessagesForWhoJoinsLate() {
        assertThat(joinLate(BYTES.eagerUpTo(3))).containsExactly("done 0 of 0 at 0.0", "woken 1 from 0 at 7.0", "done 1 of 0 at 7.0",
                "done 2 of 0 at 9.0");
    }

    /** A message that is not eager leaves when its receiver joins, at 7. */
    @Test
    void shouldHoldLongMessagesForWhoJoinsLate() {
        assertThat(joinLate(BYTES)).containsExactly("woken 1 from 0 at 7.0", "done 0 of 0 at 10.0", "done 2 of 0 at 12.0",
                "done 1 of 0 at 12.0");
    }

    private static List<String> joinLate(NetworkCost cost) {
        Script script = new Script(machine -> {
            int traffic = machine.add(listed(3, new Message(0, 0, 1, 3), new Message(1, 1, 2, 2)));
            machine.join(traffic, 0);
            machine.join(traffic, 2);
            machine.compute(1, 7, 1, traffic);
        });
        script.afterWoken = (rank, what) -> script.machine.join(what, rank);
        new Simulator(nodes(3), cost).run(script);
        return script.told;
    }

    /** Two messages that begin at different times share a link from then on. */
    @Test
    void shouldShareLinksBetweenTraffics() {
        Script script = new Script(machine -> {
            joinAll(machine, PlacedTraffic.of(ListedTraffic.of(2, new Message(0, 0, 1, 100)), 0, 2));
            machine.compute(1, 50, 1, 0);
        });
        script.afterWoken = (rank, what) -> joinAll(script.machine, PlacedTraffic.of(ListedTraffic.of(2, new Message(0, 0, 1, 100)), 1, 2));
        Simulation run = new Simulator(nodes(3), BYTES).run(script);
        assertThat(run.seconds(0)).isCloseTo(150, within(EXACT));
        assertThat(run.seconds(1)).isCloseTo(200, within(EXACT));
    }

    @Test
    void shouldUseNumbersAgain() {
        TreeSet<Integer> numbers = new TreeSet<>();
        int[] left = {1000};
        Script script = new Script(machine -> joinAll(machine, listed(3, new Message(0, 0, 1, 1), new Message(1, 1, 2, 1))));
        script.afterDone = (rank, traffic) -> {
            numbers.add(traffic);
            if (rank == 2 && left[0]-- > 0) {
                // the last of three: its traffic is not over before it has returned
                int next = script.machine.add(listed(3, new Message(0, 0, 1, 1), new Message(1, 1, 2, 1)));
                assertThat(next).isNotEqualTo(traffic);
                IntStream.range(0, 3).forEach(each -> script.machine.join(next, each));
            }
        };
        Simulation run = new Simulator(nodes(3), BYTES).run(script);
        assertThat(run.seconds()).isCloseTo(2 * 1001, within(1e-6));
        assertThat(script.told).hasSize(3 * 1001);
        assertThat(numbers.last()).isLessThan(3);
    }

    /** A million of a rank alone, all over as soon as they begin: no call within a call. */
    @Test
    void shouldTellOfWhatIsOverAtOnce() {
        int[] left = {1_000_000};
        PlacedTraffic nothing = PlacedTraffic.of(ListedTraffic.of(1), 1);
        new Simulator(nodes(2), BYTES).run(new Program() {
            private VirtualRanks machine;

            @Override
            public void begin(VirtualRanks onto) {
                machine = onto;
                machine.join(machine.add(nothing), 1);
            }

            @Override
            public void done(int rank, int traffic) {
                if (--left[0] > 0) {
                    machine.join(machine.add(nothing), rank);
                }
            }

            @Override
            public void woken(int rank, int what) {
                throw new AssertionError(what);
            }
        });
        assertThat(left[0]).isZero();
    }

    /** Two ranks who each search for 5 seconds before they send, in every other stage; nobody polls meanwhile. */
    private record Searches(String name, int ranks, int stages) implements WorkingTraffic {
        @Override
        public void stage(int stage, int rank, Sink sink) {
            sink.send(1 - rank, 2);
            sink.receive(1 - rank, 2);
        }

        @Override
        public double seconds(int stage, int rank) {
            return stage % 2 == 0 ? 5 + rank : 0;
        }
    }

    /**
     * They work until 5 and 6, and then post their receives and send. Rank 0's message waits for rank 1. So both messages are there at 8,
     * and received until 8.5; rank 1 has received the other message before, until 6.5. In the next stage they are there at 10.5, and
     * received until 11.
     */
    @Test
    void shouldWorkBeforeAStage() {
        Script script = new Script(machine -> {
            joinAll(machine, PlacedTraffic.of(new Searches("search", 2, 4)));
            // there at 1, when the thread works
            joinAll(machine, PlacedTraffic.of(ListedTraffic.of(2, new Message(0, 0, 1, 1)), 2, 1));
        });
        List<String> seen = new ArrayList<>();
        new Simulator(nodes(3), new NetworkCost(new LinkCost(0, 1, 0, 0.5, 0), LinkCost.hockney(0, 1), 0, 0)).run(script, new Observer() {
            @Override
            public void computes(int rank, double from, double to, int what) {
                seen.add(rank + " " + from + " to " + to + " " + what);
            }

            @Override
            public void message(int traffic, int from, int to, long bytes, double sent, double begun, double arrived, int limitedBy) {
                // looked at elsewhere
            }
        });
        assertThat(seen).containsExactly("0 0.0 to 5.0 -1", "1 0.0 to 6.0 -1", "0 11.0 to 16.0 -1", "1 11.0 to 17.0 -1");
        assertThat(script.told).contains("done 1 of 1 at 6.5");
    }

    /**
     * Rank 1 has 100 bytes to 2 and rank 0 has 300; the link into 2 is theirs together until 201, then rank 0's alone until 401. Rank 1's
     * next message waits until then for rank 0.
     */
    @Test
    void shouldTellWhatLimitedAMessage() {
        FlatSwitch fabric = FlatSwitch.of(3);
        Placement placement = Placement.full(fabric);
        List<String> seen = new ArrayList<>();
        Script script = new Script(machine -> {
            joinAll(machine, listed(3, new Message(0, 0, 2, 300), new Message(0, 1, 2, 100), new Message(1, 1, 0, 50),
                    new Message(1, 0, 1, 0)));
            machine.compute(2, 1, 1, 3);
        });
        new Simulator(placement, new NetworkCost(new LinkCost(10, 1, 1, 0, 0), LinkCost.hockney(0, 1), 0, 0)).run(script, new Observer() {
            @Override
            public void computes(int rank, double from, double to, int what) {
                seen.add(rank + " " + from + " to " + to + " " + what);
            }

            @Override
            public void message(int traffic, int from, int to, long bytes, double sent, double begun, double arrived, int limitedBy) {
                seen.add(traffic + ": " + from + " to " + to + " " + bytes + " " + sent + " " + begun + " " + arrived + " "
                        + (limitedBy == NO_LINK ? "none" : limitedBy));
            }
        });
        int[] route = new int[fabric.longestRoute()];
        placement.route(0, 2, route);
        int shared = route[1];
        // its level is the other's too: the first of the route
        int alone = route[0];
        placement.route(1, 0, route);
        assertThat(seen).containsExactly("2 0.0 to 1.0 3", "0: 1 to 2 100 0.0 1.0 211.0 " + shared,
                "0: 0 to 2 300 0.0 1.0 411.0 " + alone, "0: 0 to 1 0 401.0 402.0 412.0 none",
                "0: 1 to 0 50 201.0 401.0 461.0 " + route[0]);
    }

    @Test
    void shouldSayWhoWaitsForEver() {
        Simulator simulator = new Simulator(nodes(8), BYTES);
        PlacedTraffic chain = PlacedTraffic.of(ListedTraffic.of(3, new Message(0, 0, 1, 1), new Message(1, 1, 2, 1)), 7, 5, 3);
        assertThatThrownBy(() -> simulator.run(new Script(machine -> {
            int traffic = machine.add(chain);
            machine.join(traffic, 5);
            machine.join(traffic, 3);
        }))).isInstanceOf(IllegalStateException.class).hasMessage("listed: rank=1 waits for 1 messages of stage=0 that nobody sends: a "
                + "traffic must state each message at both of its ends, in one stage, and all its ranks must join; it is rank 5 of the "
                + "placement, and waits for rank=0 (7 of the placement), which never joined; 2 others are not done either");
        assertThatThrownBy(() -> simulator.run(new Script(machine -> machine.join(machine.add(chain), 7))))
                .hasMessageStartingWith("listed: rank=0 waits to send 1 messages of stage=0 whose receivers are not there: ")
                .hasMessageEndingWith("must join; it is rank 7 of the placement, and waits for rank=1 (5 of the placement), which never "
                        + "joined; 2 others are not done either");
        Simulator eager = new Simulator(nodes(8), BYTES.eagerUpTo(1));
        assertThatThrownBy(() -> eager.run(new Script(machine -> machine.join(machine.add(chain), 7))))
                .hasMessageStartingWith("listed: rank=1 never joined:").hasMessageEndingWith("; 1 others are not done either");
        assertThatThrownBy(() -> simulator.run(new Script(machine -> machine.add(chain)))).hasMessageContaining("rank=0 never joined");
    }

    /** A message that nobody awaits comes after all ranks are done: the number is not another traffic's by then. */
    @Test
    void shouldRefuseAMessageTooMany() {
        Traffic deaf = new Traffic() {
            @Override
            public String name() {
                return "deaf";
            }

            @Override
            public int ranks() {
                return 2;
            }

            @Override
            public int stages() {
                return 1;
            }

            @Override
            public void stage(int stage, int rank, Sink sink) {
                if (rank == 0) {
                    sink.send(1, 0);
                }
            }
        };
        NetworkCost latency = new NetworkCost(LinkCost.hockney(5, 1), LinkCost.hockney(0, 1), 0);
        Script script = new Script(machine -> joinAll(machine, PlacedTraffic.of(deaf)));
        script.afterDone = (rank, traffic) -> {
            if (script.told.size() == 2) {
                script.machine.compute(0, 1, 1, 0);
            }
        };
        script.afterWoken = (rank, what) -> joinAll(script.machine, listed(2, new Message(0, 0, 1, 50)));
        assertThatThrownBy(() -> new Simulator(nodes(2), latency).run(script)).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("deaf: rank=1 does not await a message of stage=0");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        Simulator simulator = new Simulator(nodes(2), BYTES);
        refuse(simulator, IllegalStateException.class, "rank=0 what=2: computes what=1 until 5.0 s: begin when that is done", machine -> {
            machine.compute(0, 5, 1, 1);
            machine.compute(0, 5, 1, 2);
        });
        refuse(simulator, IllegalArgumentException.class, "rank=0 seconds=-1.0 pollGap=1.0: ", machine -> machine.compute(0, -1, 1, 1));
        refuse(simulator, IllegalArgumentException.class, "rank=0 seconds=1.0 pollGap=0.0: ", machine -> machine.compute(0, 1, 0, 1));
        refuse(simulator, IllegalArgumentException.class, "listed: rank=2: the placement has ranks 0..1",
                machine -> machine.add(listed(3, new Message(0, 0, 1, 1))));
        refuse(simulator, IllegalArgumentException.class, "traffic=3: there is none", machine -> machine.join(3, 0));
        refuse(simulator, IllegalArgumentException.class, "listed: rank=0 of the placement: takes no part",
                machine -> machine.join(machine.add(PlacedTraffic.of(ListedTraffic.of(1), 1)), 0));
        refuse(simulator, IllegalStateException.class, "listed: rank=0 of the placement: has joined already", machine -> {
            joinAll(machine, listed(2, new Message(0, 0, 1, 1)));
            machine.join(0, 0);
        });
        assertThat(simulator.run(new Script(machine -> { })).seconds()).isZero();
    }

    private static void refuse(Simulator simulator, Class<? extends Exception> kind, String message, Consumer<VirtualRanks> what) {
        assertThatThrownBy(() -> simulator.run(new Script(what))).isInstanceOf(kind).hasMessageStartingWith(message);
    }

    /** Several collectives at once, bit by bit. */
    @Test
    void shouldTakeAsLongAsTrafficsThatBeginTogether() {
        int ranks = 12;
        NetworkCost cost = new NetworkCost(new LinkCost(5e-6, 1e-9, 5e-7, 7e-7, 1e-7), LinkCost.hockney(1e-6, 2e-10), 0.3);
        FatTree tree = FatTree.of(List.of(new FatTree.Level(4, 1, 1, 1), new FatTree.Level(5, 1, 2, 0.7)));
        Random random = new Random(SEED);
        List<Algorithm> algorithms = Arrays.stream(Collective.values()).flatMap(collective -> Algorithms.of(collective).stream())
                .filter(algorithm -> algorithm.takes(ranks)).toList();
        for (int trial = 0; trial < 40; trial++) {
            Placement placement = Placement.of(trial % 2 == 0 ? tree : Torus.torus(3, 3, 2), random.ints(ranks, 0, 18).toArray());
            List<PlacedTraffic> together = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int[] order = random.ints(0, ranks).distinct().limit(ranks).toArray();
                together.add(PlacedTraffic.of(algorithms.get(random.nextInt(algorithms.size())).traffic(ranks, 30_000, 2), order));
            }
            Simulation expected = new Simulator(placement, cost).run(together);
            Simulation run = new Simulator(placement, cost).run(new Script(machine -> together.forEach(each -> joinAll(machine, each))));
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(run.seconds(rank)).as("seed %d trial %d", SEED, trial).isEqualTo(expected.seconds(rank));
            }
            assertThat(run.messages()).isEqualTo(expected.messages());
        }
    }
}
