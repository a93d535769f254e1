package hplhetero.comm.protocol.remote.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Progress;
import hplhetero.comm.Ranks;
import hplhetero.comm.Request;
import hplhetero.comm.protocol.remote.Frame;
import hplhetero.comm.protocol.remote.InRing;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.SchedulePolicy;
import hplhetero.comm.protocol.remote.SchedulePolicy.Order;
import hplhetero.comm.protocol.remote.engine.SimulatedNetwork.Node;
import hplhetero.comm.protocol.remote.engine.SimulatedNetwork.Way;
import hplhetero.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's state machines, over a network that carries one command when it is told to. */
@Timeout(300)
final class RemoteTransferTest {
    private static final int SEGMENT = 8_192;
    private static final long PIVOT_BYTES = 2_048;
    /** More rounds of polls than any test here needs: a message that never comes fails its test soon. */
    private static final int MOST_ROUNDS = 20_000;

    private static RemoteLimits limits(int rings, Order order) {
        return new RemoteLimits(4_096, 4, rings * InRing.bytes(4_096, 4), 4, 16, 4, new SchedulePolicy(order, SEGMENT, 1));
    }

    /** Polls all, then carries one command of each link, until the requests are done. */
    private static void drive(SimulatedNetwork network, List<Node> nodes, List<Request> requests) {
        drive(network, nodes, requests, () -> { });
    }

    /** Polls all, runs {@code afterPolls}, then carries one command of each link, until the requests are done. */
    private static void drive(SimulatedNetwork network, List<Node> nodes, List<Request> requests, Runnable afterPolls) {
        for (int round = 0; !requests.stream().allMatch(r -> r.poll() == Progress.DONE); round++) {
            assertThat(round).as("rounds").isLessThan(MOST_ROUNDS);
            nodes.forEach(RemoteTransferTest::poll);
            afterPolls.run();
            network.busyLinks().forEach(network::carry);
        }
    }

    /** A rank polls by a request of its own, which goes to itself. */
    private static void poll(Node node) {
        node.world().isend(Ranks.zeros(0), node.world().rank(), 9).poll();
        Request receive = node.world().irecv(Ranks.zeros(0), node.world().rank(), 9);
        for (int polls = 0; receive.poll() != Progress.DONE; polls++) {
            assertThat(polls).as("polls for a message of a rank to itself").isLessThan(MOST_ROUNDS);
        }
        receive.release();
    }

    @Test
    void shouldConnectByTheStepsOfThePaperInTheirOrder() {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN));
        List<Node> nodes = List.of(network.node(0), network.node(1));
        drive(network, nodes, List.of(nodes.get(0).world().isend(Ranks.pattern(100, 1), 1, 0),
                nodes.get(1).world().irecv(Ranks.zeros(100), 0, 0)));
        for (int i = 0; i < 20; i++) {
            nodes.forEach(RemoteTransferTest::poll);
            network.carryAll();
        }
        assertThat(network.steps).containsExactly("0:I1", "0:I2", "0:I3", "1:R1", "0:I4", "0:I5", "1:R2");
        nodes.forEach(node -> assertThat(node.transfer().waits()).as("connections that are being made").isEmpty());
    }

    @Test
    void shouldCountEachStepOfAConnectionAsAnAdvance() {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN));
        Node first = network.node(0);
        Node second = network.node(1);
        first.world().isend(Ranks.zeros(8), 1, 0);
        assertAdvances(first, "I1");
        network.carry(0);
        assertAdvances(first, "I2 and I3");
        network.carry(0);
        assertAdvances(first, "hears that its request was put");
        assertAdvances(second, "R1");
        network.carry(1);
        assertAdvances(second, "hears that its ring was put");
        assertAdvances(first, "I4 and I5, and the message");
        network.carry(0);
        assertAdvances(second, "R2");
        network.carry(0);
        assertAdvances(first, "hears that its ring and the message were put");
        network.carry(1);
        assertAdvances(first, "hears that both can send");
        assertThat(network.busyLinks()).isEmpty();
    }

    /** One poll of the rank moves something, and the next ones move nothing. */
    private static void assertAdvances(Node node, String why) {
        Request never = node.world().irecv(Ranks.zeros(0), 1 - node.world().rank(), 8);
        long before = node.world().activity().ticks();
        for (int i = 0; i < 4; i++) {
            never.poll();
            assertThat(node.world().activity().ticks()).as("%s, poll %d", why, i).isEqualTo(before + 1);
        }
    }

    /** While commands are under way a rank's polls move nothing, so that a run that hangs does not seem to advance. */
    @ParameterizedTest
    @EnumSource
    void shouldCountAsAdvancesOnlyTheStepsOfALongMessage(Way way) {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN), way);
        List<Node> nodes = List.of(network.node(0), network.node(1));
        Request send = nodes.get(0).world().isend(Ranks.pattern(50 * SEGMENT, 1), 1, 0);
        Request receive = nodes.get(1).world().irecv(Ranks.zeros(50 * SEGMENT), 0, 0);
        for (int round = 0; send.poll() != Progress.DONE || receive.poll() != Progress.DONE; round++) {
            assertThat(round).as("rounds").isLessThan(200);
            settle(nodes.get(0), send);
            settle(nodes.get(1), receive);
            network.busyLinks().forEach(network::carry);
        }
        assertThat(nodes.get(1).world().activity().ticks()).as("advances by 50 segments").isGreaterThanOrEqualTo(50);
    }

    /** Polls until nothing moves. */
    private static void settle(Node node, Request request) {
        long before = -1;
        for (int polls = 0; before != node.world().activity().ticks(); polls++) {
            assertThat(polls).as("polls that move something").isLessThan(10);
            before = node.world().activity().ticks();
            request.poll();
        }
    }

    /** Whoever begins first, and however commands overtake each other on different links, there is one connection. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void shouldConnectOnceWhenAllBegin(int ranks) {
        allBegin(ranks, 0, 20);
    }

    @Slow
    @Test
    void shouldConnectOnceWhenBothBeginInTwoThousandOrders() {
        allBegin(2, 20, 2_000);
    }

    private static void allBegin(int ranks, int firstSeed, int endSeed) {
        for (int seed = firstSeed; seed < endSeed; seed++) {
            Random random = new Random(seed);
            SimulatedNetwork network = new SimulatedNetwork(ranks, limits(ranks, Order.ROUND_ROBIN));
            List<Node> nodes = IntStream.range(0, ranks).mapToObj(network::node).toList();
            MemorySegment[][] received = new MemorySegment[ranks][ranks];
            List<Request> requests = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                for (int peer = 0; peer < ranks; peer++) {
                    if (peer != rank) {
                        received[rank][peer] = Ranks.zeros(100);
                        requests.add(nodes.get(rank).world().irecv(received[rank][peer], peer, 0));
                        requests.add(nodes.get(rank).world().isend(Ranks.pattern(100, rank), peer, 0));
                    }
                }
            }
            for (int round = 0; !requests.stream().allMatch(r -> r.poll() == Progress.DONE); round++) {
                assertThat(round).as("seed=" + seed + " " + network.steps).isLessThan(MOST_ROUNDS);
                poll(nodes.get(random.nextInt(ranks)));
                List<Integer> busy = network.busyLinks();
                if (!busy.isEmpty() && random.nextBoolean()) {
                    network.carry(busy.get(random.nextInt(busy.size())));
                }
            }
            for (int rank = 0; rank < ranks; rank++) {
                for (int peer = 0; peer < ranks; peer++) {
                    if (peer != rank) {
                        Ranks.assertPattern(received[rank][peer], peer, "seed=" + seed);
                    }
                }
            }
            int pairs = ranks * (ranks - 1) / 2;
            assertThat(network.steps.stream().filter(step -> step.endsWith("R1"))).as("seed=" + seed + " " + network.steps)
                    .hasSize(pairs);
            assertThat(network.steps.stream().filter(step -> step.endsWith("I4"))).as("seed=" + seed + " " + network.steps)
                    .hasSize(pairs);
            if (ranks == 2 && network.steps.containsAll(List.of("0:I2", "1:I2"))) {
                assertThat(network.steps).as("the smaller rank goes on, seed=" + seed).contains("0:I4");
            }
        }
    }

    @Test
    void shouldLearnTheAddressesOfAllOthersBetweenTwoBarriers() {
        SimulatedNetwork network = new SimulatedNetwork(3, limits(2, Order.ROUND_ROBIN));
        network.node(1);
        assertThat(network.meeting).containsExactly("put address 1", "barrier", "0 at address 0", "2 at address 2", "barrier",
                "all reached");
    }

    /** A ring takes four messages, so two of six wait. The seventh is sent when the ring has room again. */
    @Test
    void shouldLetNoMessageOvertakeOneThatWaitsForRoom() {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN));
        List<Node> nodes = List.of(network.node(0), network.node(1));
        drive(network, nodes, List.of(nodes.get(0).world().isend(Ranks.zeros(8), 1, 0), nodes.get(1).world().irecv(Ranks.zeros(8), 0, 0)));
        poll(nodes.get(1));
        network.carryAll();
        List<Request> requests = new ArrayList<>();
        List<MemorySegment> received = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            received.add(Ranks.zeros(8));
            requests.add(nodes.get(1).world().irecv(received.get(i), 0, 1));
        }
        for (int i = 0; i < 6; i++) {
            requests.add(nodes.get(0).world().isend(Ranks.pattern(8, i), 1, 1));
        }
        network.carryAll();
        poll(nodes.get(1));
        network.carryAll();
        requests.add(nodes.get(0).world().isend(Ranks.pattern(8, 6), 1, 1));
        drive(network, nodes, requests);
        for (int i = 0; i < 7; i++) {
            Ranks.assertPattern(received.get(i), i, "message " + i);
        }
    }

    /** There are notices for eight long messages, and landing slots for two. */
    @ParameterizedTest
    @CsvSource({"PUT, 8", "LAND, 2"})
    void shouldClearAsManyLongMessagesAsHavePlace(Way way, long most) {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN), way);
        List<Node> nodes = List.of(network.node(0), network.node(1));
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            requests.add(nodes.get(1).world().irecv(Ranks.zeros(5 * SEGMENT), 0, i));
            requests.add(nodes.get(0).world().isend(Ranks.zeros(5 * SEGMENT), 1, i));
        }
        List<Long> cleared = new ArrayList<>();
        drive(network, nodes, requests, () -> cleared.add(nodes.get(1).transfer().waits().filter(text -> text.contains("from")).count()));
        assertThat(Collections.max(cleared)).isEqualTo(most);
    }

    /** All send many at once, to few rings of their own and one that the others share. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOrderOfNinePeersInBoundedMemory(Way way) {
        allSendToOne(10, 3, way);
    }

    @Slow
    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOrderOfSixtyFourPeersInBoundedMemory(Way way) {
        allSendToOne(65, 8, way);
    }

    private static void allSendToOne(int ranks, int rings, Way way) {
        int messages = 16;
        long[] sizes = {64, 2 * SEGMENT, 64, 20_000};
        SimulatedNetwork network = new SimulatedNetwork(ranks, limits(rings, Order.ROUND_ROBIN), way);
        List<Node> nodes = IntStream.range(0, ranks).mapToObj(network::node).toList();
        List<Request> requests = new ArrayList<>();
        MemorySegment[][] received = new MemorySegment[ranks][messages];
        for (int rank = 1; rank < ranks; rank++) {
            for (int i = 0; i < messages; i++) {
                long bytes = sizes[i % sizes.length];
                received[rank][i] = Ranks.zeros(bytes);
                requests.add(nodes.get(rank).world().isend(Ranks.pattern(bytes, rank * 100 + i), 0, 5));
                requests.add(nodes.get(0).world().irecv(received[rank][i], rank, 5));
            }
        }
        drive(network, nodes, requests);
        for (int rank = 1; rank < ranks; rank++) {
            for (int i = 0; i < messages; i++) {
                Ranks.assertPattern(received[rank][i], rank * 100 + i, "message " + i + " of rank " + rank);
            }
        }
        assertThat(nodes.getFirst().transfer().ringsTaken()).isEqualTo(rings);
        assertThat(network.registrations).isZero();
        assertThat(network.keys).isZero();
    }

    /** Eighteen long messages leave at once through landing slots. Eight of them find a notice for what their receivers take out. */
    @ParameterizedTest
    @EnumSource
    void shouldSendLongMessagesToManyAtOnce(Way way) {
        int ranks = 10;
        SimulatedNetwork network = new SimulatedNetwork(ranks, limits(2, Order.ROUND_ROBIN), way);
        List<Node> nodes = IntStream.range(0, ranks).mapToObj(network::node).toList();
        List<Request> requests = new ArrayList<>();
        List<MemorySegment> received = new ArrayList<>();
        for (int i = 0; i < 2 * (ranks - 1); i++) {
            int peer = 1 + i / 2;
            received.add(Ranks.zeros(5 * SEGMENT));
            requests.add(nodes.get(peer).world().irecv(received.get(i), 0, 0));
            requests.add(nodes.get(0).world().isend(Ranks.pattern(5 * SEGMENT, i), peer, 0));
        }
        drive(network, nodes, requests);
        for (int i = 0; i < received.size(); i++) {
            Ranks.assertPattern(received.get(i), i, "message " + i);
        }
        assertThat(network.keys).isZero();
    }

    /** The receiver does not poll: the sender must wait once both landing slots are full, also when it uses its notice again. */
    @Test
    void shouldPutNoMoreSegmentsThanLandingSlotsHold() {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN), Way.LAND);
        List<Node> nodes = List.of(network.node(0), network.node(1));
        for (int message = 0; message < 2; message++) {
            MemorySegment received = Ranks.zeros(5 * SEGMENT);
            List<Request> requests = List.of(nodes.get(1).world().irecv(received, 0, 0),
                    nodes.get(0).world().isend(Ranks.pattern(5 * SEGMENT, message), 1, 0));
            network.carried.clear();
            for (int round = 0; network.segmentsCarried(SEGMENT).isEmpty(); round++) {
                assertThat(round).as("rounds").isLessThan(MOST_ROUNDS);
                nodes.forEach(RemoteTransferTest::poll);
                network.busyLinks().forEach(network::carry);
            }
            for (int i = 0; i < 20; i++) {
                poll(nodes.get(0));
                network.carryAll();
            }
            assertThat(network.segmentsCarried(SEGMENT)).hasSize(2);
            drive(network, nodes, requests);
            Ranks.assertPattern(received, message, "message " + message);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringALongMessageWhoseReceiveComesLater(Way way) {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN), way);
        List<Node> nodes = List.of(network.node(0), network.node(1));
        Request send = nodes.get(0).world().isend(Ranks.pattern(5 * SEGMENT, 1), 1, 0);
        for (int i = 0; i < 20; i++) {
            nodes.forEach(RemoteTransferTest::poll);
            network.carryAll();
        }
        assertThat(send.poll()).isEqualTo(Progress.IDLE);
        MemorySegment received = Ranks.zeros(5 * SEGMENT);
        drive(network, nodes, List.of(send, nodes.get(1).world().irecv(received, 0, 0)));
        Ranks.assertPattern(received, 1, "the message");
    }

    /** A short message to itself is taken at once, a long one when its receive is there. */
    @ParameterizedTest
    @CsvSource({"0, DONE", "4064, DONE", "4065, IDLE", "20000, IDLE"})
    void shouldSendToItself(long bytes, Progress withoutReceive) {
        Node node = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN)).node(0);
        MemorySegment out = Ranks.pattern(bytes, 3);
        MemorySegment in = Ranks.zeros(out.byteSize());
        Request send = node.world().isend(out, 0, 0);
        assertThat(send.poll()).isEqualTo(withoutReceive);
        Request receive = node.world().irecv(in, 0, 0);
        assertThat(List.of(send.poll(), receive.poll())).containsOnly(Progress.DONE);
        Ranks.assertPattern(in, 3, "sent before its receive");
        Request second = node.world().irecv(in.fill((byte) 0), 0, 0);
        send = node.world().isend(out, 0, 0);
        long before = node.world().activity().ticks();
        assertThat(List.of(send.poll(), second.poll())).containsOnly(Progress.DONE);
        assertThat(node.world().activity().ticks()).isEqualTo(before + 1);
        Ranks.assertPattern(in, 3, "sent after its receive");
    }

    /** A receiver that fetches has at most a segment of each message under way, and a send is done when its receiver has said so. */
    @Test
    void shouldFetchLongMessagesBySegmentsInTurns() {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN), Way.FETCH);
        List<Node> nodes = List.of(network.node(0), network.node(1));
        List<MemorySegment> received = List.of(Ranks.zeros(5 * SEGMENT + 100), Ranks.zeros(3 * SEGMENT));
        List<Request> receives = new ArrayList<>();
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            receives.add(nodes.get(1).world().irecv(received.get(i), 0, i));
            sends.add(nodes.get(0).world().isend(Ranks.pattern(received.get(i).byteSize(), i), 1, i));
        }
        drive(network, nodes, receives,
                () -> assertThat(network.bytesQueued(1)).isLessThanOrEqualTo(2 * SEGMENT + 4 * PIVOT_BYTES));
        assertThat(network.carried.stream().filter(c -> c.bytes() == SEGMENT || c.bytes() == 100)).hasSize(9)
                .allMatch(c -> c.from() == 1);
        assertThat(network.registrations).isPositive();
        drive(network, nodes, sends);
        assertThat(network.registrations).isZero();
        for (int i = 0; i < 2; i++) {
            Ranks.assertPattern(received.get(i), i, "message " + i);
        }
    }

    /** One after the other, so that the test itself stays small: what counts is what they leave behind at rank 0. */
    @Slow
    @Test
    void shouldHearFourThousandPeersInTheMemoryOfEight() {
        int ranks = 4_097;
        SimulatedNetwork network = new SimulatedNetwork(ranks, limits(8, Order.ROUND_ROBIN));
        Node root = network.node(0);
        for (int rank = 1; rank < ranks; rank++) {
            Node peer = network.node(rank);
            MemorySegment received = Ranks.zeros(64);
            drive(network, List.of(root, peer), List.of(peer.world().isend(Ranks.pattern(64, rank), 0, 1),
                    root.world().irecv(received, rank, 1)));
            Ranks.assertPattern(received, rank, "from rank " + rank);
            for (int i = 0; i < 8; i++) {
                poll(root);
                poll(peer);
                network.carryAll();
            }
            network.forget(rank);
            network.carried.clear();
            network.steps.clear();
        }
        assertThat(root.transfer().ringsTaken()).isEqualTo(8);
    }

    /** A pivot that is sent while panels are under way: on the link, no more than a segment lies before it. */
    @ParameterizedTest
    @EnumSource
    void shouldLetAPivotWaitForOneSegmentOfBulkAtMost(Order order) {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, order));
        List<Node> nodes = List.of(network.node(0), network.node(1));
        List<Request> requests = new ArrayList<>();
        List<Request> pivots = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            requests.add(nodes.get(1).world().irecv(Ranks.zeros(50 * SEGMENT), 0, i));
            requests.add(nodes.get(0).world().isend(Ranks.pattern(50 * SEGMENT, i), 1, i));
        }
        List<Long> before = new ArrayList<>();
        drive(network, nodes, requests.subList(0, 1), () -> {
            if (network.bytesQueued(0) >= SEGMENT) {
                before.add(network.bytesQueued(0));
                pivots.add(nodes.get(1).world().irecv(Ranks.zeros(PIVOT_BYTES), 0, 100));
                pivots.add(nodes.get(0).world().isend(Ranks.pattern(PIVOT_BYTES, 7), 1, 100));
                network.carryAll();
            }
        });
        assertThat(before).hasSizeGreaterThan(10);
        assertThat(Collections.max(before)).isBetween((long) SEGMENT, SEGMENT + PIVOT_BYTES + 2 * Frame.DATA);
        drive(network, nodes, pivots);
        drive(network, nodes, requests);
    }

    @Test
    void shouldServePeersByTurnsOrInTheOrderOfTheirClearance() {
        assertThat(peersOfSegments(Order.ROUND_ROBIN, 6, 6).subList(0, 8)).isIn(List.of(1, 2, 1, 2, 1, 2, 1, 2),
                List.of(2, 1, 2, 1, 2, 1, 2, 1));
        assertThat(peersOfSegments(Order.FIRST_COME, 6, 6)).isIn(List.of(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2),
                List.of(2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1));
    }

    /** To whom the segments of two messages go, to rank 1 and to rank 2. */
    private static List<Integer> peersOfSegments(Order order, int first, int second) {
        SimulatedNetwork network = new SimulatedNetwork(3, limits(3, order));
        List<Node> nodes = IntStream.range(0, 3).mapToObj(network::node).toList();
        List<Request> warm = new ArrayList<>();
        for (int peer = 1; peer < 3; peer++) {
            warm.add(nodes.get(0).world().isend(Ranks.zeros(8), peer, 0));
            warm.add(nodes.get(peer).world().irecv(Ranks.zeros(8), 0, 0));
        }
        drive(network, nodes, warm);
        List<Request> requests = new ArrayList<>();
        for (int peer = 1; peer < 3; peer++) {
            long bytes = (long) SEGMENT * (peer == 1 ? first : second);
            requests.add(nodes.get(peer).world().irecv(Ranks.zeros(bytes), 0, 1));
            requests.add(nodes.get(0).world().isend(Ranks.zeros(bytes), peer, 1));
        }
        drive(network, nodes, requests, network::carryAll);
        return network.segmentsCarried(SEGMENT).stream().map(SimulatedNetwork.Command::to).toList();
    }

    @Test
    void shouldPutAShortMessageBeforeWhatIsLeftOfALongOneToTheSamePeer() {
        assertThat(segmentsUntilShortIsDone(Order.FIRST_COME, 40, 3)).isEqualTo(43);
        assertThat(segmentsUntilShortIsDone(Order.SHORTEST_FIRST, 40, 3)).isBetween(4, 10);
        assertThat(segmentsUntilShortIsDone(Order.SHORTEST_FIRST, 3, 40)).isBetween(3, 4);
    }

    /** The segments that were put when the shorter of two messages is done. */
    private static int segmentsUntilShortIsDone(Order order, int first, int second) {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, order));
        List<Node> nodes = List.of(network.node(0), network.node(1));
        List<Request> receives = new ArrayList<>();
        for (int segments : List.of(first, second)) {
            receives.add(nodes.get(1).world().irecv(Ranks.zeros((long) segments * SEGMENT), 0, segments));
            nodes.get(0).world().isend(Ranks.zeros((long) segments * SEGMENT), 1, segments);
        }
        drive(network, nodes, List.of(receives.get(first < second ? 0 : 1)));
        return network.segmentsCarried(SEGMENT).size();
    }

    @Test
    void shouldTellWhichConnectionsItWaitsFor() {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN));
        Node node = network.node(0);
        network.node(1);
        node.world().isend(Ranks.zeros(8), 1, 3);
        poll(node);
        assertThat(node.transfer().waits()).anyMatch(text -> text.contains("a connection to rank 1"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellWhichLongMessagesItWaitsFor(Way way) {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN), way);
        List<Node> nodes = List.of(network.node(0), network.node(1));
        Set<String> told = new HashSet<>();
        drive(network, nodes, List.of(nodes.get(0).world().isend(Ranks.zeros(5 * SEGMENT), 1, 3),
                nodes.get(1).world().irecv(Ranks.zeros(5 * SEGMENT), 0, 3)),
                () -> nodes.forEach(node -> node.transfer().waits().forEach(told::add)));
        assertThat(told).contains("waits until rank 1 takes a message of bytes=40960 (tag=3)",
                "waits for a message of bytes=40960 from rank 0 (tag=3)");
        nodes.forEach(node -> assertThat(node.transfer().waits()).as("after the last message").isEmpty());
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 5 * SEGMENT})
    void shouldKeepCommunicatorsApart(long bytes) {
        SimulatedNetwork network = new SimulatedNetwork(2, limits(2, Order.ROUND_ROBIN));
        List<Node> nodes = List.of(network.node(0), network.node(1));
        MemorySegment first = Ranks.zeros(bytes);
        MemorySegment second = Ranks.zeros(bytes);
        drive(network, nodes, List.of(nodes.get(1).apart().irecv(second, 0, 0), nodes.get(1).world().irecv(first, 0, 0),
                nodes.get(0).world().isend(Ranks.pattern(bytes, 1), 1, 0), nodes.get(0).apart().isend(Ranks.pattern(bytes, 2), 1, 0)));
        Ranks.assertPattern(first, 1, "in the world");
        Ranks.assertPattern(second, 2, "apart");
    }

    /** Each of these limits is the least, or one less. */
    @ParameterizedTest
    @CsvSource({"4096, 2, 8320, 2, 2, 2, ", "4032, 2, 8320, 2, 2, 2, slotBytes=4032", "4096, 1, 8320, 2, 2, 2, ringSlots=1",
        "4096, 2, 8319, 2, 2, 2, ringBytes=8319", "4096, 2, 8320, 1, 2, 2, landingSlots=1", "4096, 2, 8320, 2, 1, 2, words=1",
        "4096, 2, 8320, 2, 2, 1, commandSlots=1"})
    void shouldRefuseLimitsThatAreTooSmall(int slotBytes, int ringSlots, long ringBytes, int landingSlots, int words, int commandSlots,
            String refused) {
        Supplier<RemoteLimits> limits = () -> new RemoteLimits(slotBytes, ringSlots, ringBytes, landingSlots, words, commandSlots,
                new SchedulePolicy(Order.FIRST_COME, 4_096, 1));
        if (refused == null) {
            assertThat(limits.get().eagerBytes()).isEqualTo(4_096 - Frame.DATA);
        } else {
            assertThatThrownBy(limits::get).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(refused);
        }
    }

    @Test
    void shouldRefuseASegmentThatIsNoMultipleOfAPage() {
        assertThatThrownBy(() -> new SchedulePolicy(Order.FIRST_COME, 100, 1)).hasMessageContaining("segmentBytes=100");
        assertThatThrownBy(() -> new SchedulePolicy(Order.FIRST_COME, 4_097, 1)).hasMessageContaining("segmentBytes=4097");
        assertThatThrownBy(() -> new SchedulePolicy(Order.FIRST_COME, 4_096, 0)).hasMessageContaining("segmentsInFlight=0");
    }
}
