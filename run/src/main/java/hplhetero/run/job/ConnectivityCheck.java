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
 * The first messages of a run. Every rank tells its partners its host, all at once, so that a pair that cannot talk is named before
 * something waits for it. Then they tell each other what they have heard, so a rank that is silent towards one rank is known to others.
 *
 * <p>Buffers are left to the garbage collector: when a rank is silent, a transport may still use them.
 */
final class ConnectivityCheck {
    /** Time after which a rank counts as silent. All ranks have started, but some may still read their input, or share a core with many. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(30);
    /** The most partners of a rank. Up to this number plus one ranks, all pairs talk; beyond, each rank talks with this many others. */
    private static final int MOST_PARTNERS = 63;
    /** The most silent ranks that a message names. */
    private static final int MOST_NAMED_RANKS = 4;
    private static final int TAG = (1 << 13) + 1;
    private static final int NAME_BYTES = 64;

    private final Communicator world;
    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final List<Integer> partners;
    /** Names of hosts by rank, {@link #NAME_BYTES} bytes each in UTF-8; all zeros for a rank that was not heard of. */
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
     * Does this rank's part of the check, with the usual limit of silence and the JVM's clock. Collective.
     *
     * @throws CommException naming who heard nothing from whom; the run is then over for all ranks
     */
    static void exchange(Communicator world) {
        exchange(world, SILENCE_LIMIT, System::nanoTime);
    }

    /**
     * Does this rank's part of the check: exchanges host names with its partners, and then tells them which of its own partners it has
     * heard. Collective.
     *
     * @param timeout  time after which a rank counts as silent
     * @param nanoTime the clock that the timeout goes by, in nanoseconds
     * @throws CommException naming who heard nothing from whom; the run is then over for all ranks
     */
    static void exchange(Communicator world, Duration timeout, LongSupplier nanoTime) {
        new ConnectivityCheck(world, timeout, nanoTime).exchange();
    }

    private void exchange() {
        List<Integer> silent = tell(partners, nameOf(world.rank()), this::nameOf, timeout);
        // a partner that waits for a silent rank sends its names one timeout later at most
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

    /** Finds the memory that receives the message of a rank. */
    @FunctionalInterface
    private interface Place {
        MemorySegment of(int rank);
    }

    /**
     * Sends a message to each of these ranks and receives one from each.
     *
     * @return the ranks from which nothing came, or to which nothing went, within the time
     */
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
