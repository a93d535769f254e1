package hplhetero.run.job;

import hplhetero.comm.Await;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The first messages of a run: every rank tells every other one its host, all at once, so that a pair that cannot talk is named before
 * something waits for it. Then they tell what they have heard: a rank that is silent towards one is known to others.
 *
 * <p>Buffers are left to the garbage collector: when a rank is silent, a transport may still know of them.
 */
final class ConnectivityCheck {
    /** All ranks have come up, but some may yet read their input, or share a core with many. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(30);
    /** All pairs among so many and one; beyond them each rank talks with as many others. */
    private static final int MOST_PARTNERS = 63;
    /** Of the silent ones. */
    private static final int MOST_NAMED_RANKS = 4;
    private static final int TAG = (1 << 13) + 1;
    private static final int NAME_BYTES = 64;

    private final Communicator world;
    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final List<Integer> partners;
    /** Names of hosts by rank, {@link #NAME_BYTES} each; zeros: not heard of. */
    private final MemorySegment names;

    private ConnectivityCheck(Communicator world, Duration timeout, LongSupplier nanoTime) {
        this.world = world;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
        partners = PairRounds.of(world.size(), MOST_PARTNERS).partners(world.rank());
        names = Arena.ofAuto().allocate((long) NAME_BYTES * world.size(), NAME_BYTES);
        byte[] host = world.hostName().getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(MemorySegment.ofArray(host), 0, names, (long) NAME_BYTES * world.rank(), Math.min(host.length, NAME_BYTES));
    }

    /**
     * Collective.
     *
     * @throws CommException naming who heard nothing from whom; the run is then over for all ranks
     */
    static void exchange(Communicator world) {
        exchange(world, SILENCE_LIMIT, System::nanoTime);
    }

    /**
     * Tells every rank this one's host, and then what this one has heard. Collective.
     *
     * @param timeout  after which a rank counts as silent
     * @param nanoTime the clock that the timeout goes by
     * @throws CommException naming who heard nothing from whom; the run is then over for all ranks
     */
    static void exchange(Communicator world, Duration timeout, LongSupplier nanoTime) {
        new ConnectivityCheck(world, timeout, nanoTime).exchange();
    }

    private void exchange() {
        List<Integer> silent = tell(partners, nameOf(world.rank()), this::nameOf, timeout);
        // the others hear of it one timeout later at most
        List<Integer> heard = partners.stream().filter(rank -> !silent.contains(rank)).toList();
        MemorySegment tables = Arena.ofAuto().allocate(names.byteSize() * Math.max(1, heard.size()), NAME_BYTES);
        tell(heard, names, rank -> tables.asSlice(names.byteSize() * heard.indexOf(rank), names.byteSize()), timeout.multipliedBy(2));
        if (!silent.isEmpty()) {
            for (int i = 0; i < heard.size(); i++) {
                learn(tables.asSlice(names.byteSize() * i, names.byteSize()));
            }
            throw over(silent);
        }
    }

    private MemorySegment nameOf(int rank) {
        return names.asSlice((long) NAME_BYTES * rank, NAME_BYTES);
    }

    private void learn(MemorySegment table) {
        for (int rank = 0; rank < world.size(); rank++) {
            if (text(rank).isEmpty()) {
                nameOf(rank).copyFrom(table.asSlice((long) NAME_BYTES * rank, NAME_BYTES));
            }
        }
    }

    /** Where to put what a rank tells. */
    @FunctionalInterface
    private interface Place {
        MemorySegment of(int rank);
    }

    /** @return those from which nothing came, or to which nothing went */
    private List<Integer> tell(List<Integer> to, MemorySegment what, Place place, Duration within) {
        Map<Request, Integer> open = new LinkedHashMap<>();
        to.forEach(rank -> open.put(world.irecv(place.of(rank), rank, TAG), rank));
        to.forEach(rank -> open.put(world.isend(what, rank, TAG), rank));
        Deadline left = new Deadline(within, nanoTime);
        int idle = 0;
        while (true) {
            idle = open.keySet().removeIf(request -> request.poll() == Progress.DONE) ? 0 : idle + 1;
            if (open.isEmpty() || left.over()) {
                return open.values().stream().distinct().toList();
            }
            Await.pause(idle);
        }
    }

    private CommException over(List<Integer> silent) {
        int more = silent.size() - MOST_NAMED_RANKS;
        String reason = words(world.rank()) + " heard nothing from " + silent.stream().limit(MOST_NAMED_RANKS).map(this::words)
                .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more" : "")) + " within " + timeout.toSeconds()
                + " s: './hpl check --hosts' tells why they cannot talk (a firewall, a wrong name or interface)";
        world.abort(reason, null);
        return new CommException(reason);
    }

    private String words(int rank) {
        String host = text(rank);
        return "rank " + rank + (host.isEmpty() ? "" : " on " + host);
    }

    private String text(int rank) {
        byte[] bytes = nameOf(rank).toArray(ValueLayout.JAVA_BYTE);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
    }
}
