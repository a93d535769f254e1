package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Request;
import hplhetero.hpl.EmulatedNetwork;
import hplhetero.hpl.EmulatedNetwork.Speeds;
import hplhetero.hpl.World;
import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.PairClass;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The brief probe, on a network whose time is reckoned. */
@Timeout(300)
class BriefLinkProbeTest {
    /** Tag of the messages between the ranks of a pair; others are those by which ranks agree. */
    private static final int TAG = 9;

    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    private static List<Integer> digits(String text) {
        return text.chars().map(c -> c - '0').boxed().toList();
    }

    private static int[] array(String text) {
        return digits(text).stream().mapToInt(Integer::intValue).toArray();
    }

    /** A communicator that counts the messages between the ranks of a pair. */
    private final class Counted extends ForwardingCommunicator {
        Counted(Communicator inner) {
            super(inner);
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            if (tag == TAG) {
                messages.incrementAndGet();
                bytes.addAndGet(buffer.byteSize());
            }
            return super.isend(buffer, destination, tag);
        }
    }

    /** Returns what all ranks found, which is the same. */
    private BriefLinks found(String hosts, String sites, Speeds speeds) {
        EmulatedNetwork network = new EmulatedNetwork(array(hosts), array(sites), speeds);
        List<BriefLinks> all = Collections.synchronizedList(new ArrayList<>());
        World.run(hosts.length(), world -> all.add(new BriefLinkProbe(new Counted(network.join(world)), digits(hosts), digits(sites),
                network.clock(world)).measure()));
        assertThat(all).hasSize(hosts.length()).allMatch(each -> each.equals(all.getFirst()));
        return all.getFirst();
    }

    @Test
    void shouldFindLatencyAndBandwidthOfEachClass() {
        BriefLinks links = found("001122", "000011", new Speeds(1e9, 1e8, 20e-6, 0));
        assertThat(links.links()).containsOnlyKeys(PairClass.SAME_HOST, PairClass.OTHER_HOST, PairClass.OTHER_SITE);
        // a message costs its sender a microsecond in this network
        assertThat(links.links().get(PairClass.OTHER_HOST).latency()).isCloseTo(21e-6, within(1e-6));
        assertThat(1 / links.links().get(PairClass.OTHER_HOST).secondsPerByte()).isCloseTo(1e9, within(1e7));
        assertThat(1 / links.links().get(PairClass.OTHER_SITE).secondsPerByte()).isCloseTo(1e8, within(1e6));
        assertThat(links.scatter()).isCloseTo(1, within(1e-6));
        assertThat(links.sure()).isTrue();
    }

    /** However many ranks there are, a probe sends no more than a fixed number of messages and bytes. */
    @Test
    void shouldSendABoundedNumberOfMessagesAndBytes() {
        BriefLinks small = found("01", "00", Speeds.UNLIMITED);
        assertThat(messages).hasValue(3 * 2 * (5 + 3 + 2));
        assertThat(bytes).hasValue(3 * 2 * (5 * 8 + 3 * 8192 + 2 * 262_144));
        assertThat(small.messages()).isEqualTo(60);
        assertThat(small.bytes()).isEqualTo(bytes.get());
        messages.set(0);
        bytes.set(0);
        String hosts = "0011223344556677";
        BriefLinks large = found(hosts, "0000000011111111", Speeds.UNLIMITED);
        assertThat(messages.get()).isEqualTo(large.messages()).isEqualTo(BriefLinkProbe.MOST_MESSAGES);
        assertThat(bytes.get()).isEqualTo(large.bytes()).isEqualTo(BriefLinkProbe.MOST_BYTES);
        assertThat(BriefLinkProbe.MOST_MESSAGES).isLessThanOrEqualTo(360);
        assertThat(BriefLinkProbe.MOST_BYTES).isLessThanOrEqualTo(20_000_000);
    }

    @Test
    void shouldSendNothingAlone() {
        assertThat(found("0", "0", Speeds.UNLIMITED).links()).isEmpty();
        assertThat(messages).hasValue(0);
    }

    private static BriefTiming timing(int pair, int bytes, double micros) {
        return new BriefTiming(PairClass.OTHER_HOST, new LinkProbe.Pair(0, pair), bytes, 3, micros * 1e-6);
    }

    /** One disturbed round of three is no doubt, but a pair of hosts that is slow in two of them is. */
    @Test
    void shouldTellWhereEqualMessagesDiffered() {
        List<BriefTiming> steady = List.of(timing(1, 8, 10), timing(1, 8, 900), timing(1, 8, 11), timing(2, 8, 12), timing(2, 8, 15),
                timing(2, 8, 13), timing(1, 8000, 18));
        assertThat(BriefTiming.links(steady).scatter()).isCloseTo(1.3, within(1e-9));
        assertThat(BriefTiming.links(steady).sure()).isTrue();
        // the fastest of each pair counts: 10 us and 12 us for 8 bytes, 18 us for 8,000
        assertThat(BriefTiming.links(steady).links().get(PairClass.OTHER_HOST).seconds(8)).isCloseTo(11e-6, within(1e-9));
        assertThat(BriefTiming.links(steady).links().get(PairClass.OTHER_HOST).seconds(8000)).isCloseTo(18e-6, within(1e-9));
        assertThat(BriefTiming.links(steady).messages()).isEqualTo(7 * 6);
        assertThat(BriefTiming.links(steady).bytes()).isEqualTo(6 * (6 * 8 + 8000));
        List<BriefTiming> slow = new ArrayList<>(steady);
        slow.addAll(List.of(timing(3, 8, 40), timing(3, 8, 41), timing(3, 8, 12)));
        assertThat(BriefTiming.links(slow).scatter()).isCloseTo(4, within(1e-9));
        assertThat(BriefTiming.links(slow).sure()).isFalse();
        BriefTiming odd = new BriefTiming(PairClass.OTHER_SITE, new LinkProbe.Pair(3, 7), 8192, 4, 1.0 / 3);
        assertThat(BriefTiming.read(odd.write())).isEqualTo(odd);
    }

    /** Ranks of a host need not be neighbours, nor include rank 0. */
    @Test
    void shouldFindEachClassThatOccurs() {
        for (String hosts : List.of("0121", "01201", "01123")) {
            List<PairClass> classes = IntStream.range(0, hosts.length()).boxed().flatMap(a -> IntStream.range(a + 1, hosts.length())
                    .mapToObj(b -> hosts.charAt(a) == hosts.charAt(b) ? PairClass.SAME_HOST : PairClass.OTHER_HOST)).distinct().toList();
            assertThat(LinkProbe.pairs(digits(hosts), Collections.nCopies(hosts.length(), 0))).as(hosts).containsOnlyKeys(classes);
        }
    }
}
