package hplhetero.comm.protocol.remote.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.protocol.BackOff;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.ProgressEngine;
import hplhetero.comm.protocol.ProtocolCommunicator;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.protocol.remote.Completions;
import hplhetero.comm.protocol.remote.KeyValueStore;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.protocol.remote.connect.ConnectionStep;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** A network whose links carry one command at a time, when they are told to: for engines that one thread polls. */
final class SimulatedNetwork {
    /** The ways in which long messages go. */
    enum Way {
        /** The sender puts them into the receive's buffer. */
        PUT,
        /** The sender puts them into landing slots. */
        LAND,
        /** The receiver fetches them. */
        FETCH
    }

    /** A command on its way. */
    record Command(int from, int to, long bytes, long number, LongSupplier effect) {
    }

    private final int ranks;
    private final RemoteLimits limits;
    private final Way way;
    private final Map<Integer, MemorySegment> areas = new HashMap<>();
    private final List<MemorySegment> registered = new ArrayList<>();
    private final Map<Integer, ArrayDeque<Command>> links = new HashMap<>();
    private final Map<Integer, ArrayDeque<long[]>> completions = new HashMap<>();
    /** What was carried, in order. */
    final List<Command> carried = new ArrayList<>();
    /** Memory that is registered now. */
    int registrations;
    /** Keys of other ranks' memory that are in use now. */
    int keys;
    final List<String> steps = new ArrayList<>();
    /** What ranks did to learn each other's addresses. */
    final List<String> meeting = new ArrayList<>();

    SimulatedNetwork(int ranks, RemoteLimits limits) {
        this(ranks, limits, Way.PUT);
    }

    SimulatedNetwork(int ranks, RemoteLimits limits, Way way) {
        this.ranks = ranks;
        this.limits = limits;
        this.way = way;
    }

    /** One rank, and its view of two communicators of all ranks. */
    record Node(RemoteTransfer transfer, Communicator world, Communicator apart) {
    }

    Node node(int rank) {
        BiConsumer<Integer, ConnectionStep> trace = (peer, step) -> steps.add(rank + ":" + step);
        RemoteTransfer transfer = new RemoteTransfer(rank, ranks, limits, new Simulated(rank), new Store(), trace);
        RankIdentity identity = new RankIdentity(rank, ranks, "here", new Activity());
        ProgressEngine<?> engine = new ProgressEngine<>(identity, new RunState(), transfer,
                new BackOff(new CoreSharing(1), 1_000_000, () -> 1_000));
        return new Node(transfer, ProtocolCommunicator.world(engine), ProtocolCommunicator.apart(engine));
    }

    /** The links from which something is to be carried. */
    List<Integer> busyLinks() {
        return links.entrySet().stream().filter(e -> !e.getValue().isEmpty()).map(Map.Entry::getKey).sorted().toList();
    }

    /** Carries the next command of that rank. */
    void carry(int from) {
        Command command = links.get(from).poll();
        long value = command.effect.getAsLong();
        carried.add(command);
        completions.computeIfAbsent(from, r -> new ArrayDeque<>()).add(new long[] {command.number, value});
    }

    void carryAll() {
        while (!busyLinks().isEmpty()) {
            busyLinks().forEach(this::carry);
        }
    }

    /** Returns the commands of so many bytes that were carried, in order. */
    List<Command> segmentsCarried(long bytes) {
        return carried.stream().filter(command -> command.bytes() == bytes).toList();
    }

    /** A rank that has gone. */
    void forget(int rank) {
        areas.remove(rank);
        links.remove(rank);
        completions.remove(rank);
    }

    /** Bytes that a command of that rank would find before it. */
    long bytesQueued(int from) {
        return links.getOrDefault(from, new ArrayDeque<>()).stream().mapToLong(Command::bytes).sum();
    }

    /** A store in which each rank has its key for an address. */
    private final class Store implements KeyValueStore {
        @Override
        public void put(String key, byte[] value) {
            meeting.add("put " + key);
        }

        @Override
        public byte[] get(String key) {
            return key.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void barrier() {
            meeting.add("barrier");
        }
    }

    private final class Simulated implements Translator {
        private final int rank;

        Simulated(int rank) {
            this.rank = rank;
        }

        @Override
        public String description() {
            return "simulated";
        }

        @Override
        public MemorySegment allocate(long bytes) {
            expose(Arena.ofAuto().allocate(bytes, 4_096));
            return areas.get(rank);
        }

        @Override
        public void expose(MemorySegment area) {
            areas.put(rank, area);
        }

        @Override
        public byte[] address() {
            return new byte[0];
        }

        @Override
        public void reach(int peer, byte[] address) {
            meeting.add(peer + " at " + new String(address, StandardCharsets.UTF_8));
        }

        @Override
        public void allReached() {
            meeting.add("all reached");
        }

        @Override
        public boolean fetches(int peer) {
            return way == Way.FETCH;
        }

        @Override
        public boolean fetch(int peer, long key, long offset, MemorySegment target, long targetOffset, long bytes, long command) {
            add(peer, bytes, command, () -> {
                MemorySegment.copy(registered.get((int) key - 1), offset, target, targetOffset, bytes);
                return 0;
            });
            return false;
        }

        @Override
        public long register(int peer, MemorySegment memory) {
            if (way == Way.LAND) {
                return UNREACHABLE;
            }
            registered.add(memory);
            registrations++;
            return registered.size() - 1L;
        }

        @Override
        public long describe(long registration, MemorySegment into) {
            into.set(JAVA_LONG, 0, registration + 1);
            return 8;
        }

        @Override
        public void deregister(long registration) {
            registrations--;
        }

        @Override
        public long attach(int peer, MemorySegment descriptor, long offset, long bytes) {
            keys++;
            return descriptor.get(JAVA_LONG, offset);
        }

        @Override
        public void detach(int peer, long key) {
            keys--;
        }

        private void add(int peer, long bytes, long number, LongSupplier effect) {
            links.computeIfAbsent(rank, r -> new ArrayDeque<>()).add(new Command(rank, peer, bytes, number, effect));
        }

        @Override
        public boolean put(int peer, long key, long offset, MemorySegment source, long sourceOffset, long bytes, long wordOffset,
                long word, long command) {
            add(peer, bytes, command, () -> {
                MemorySegment target = key == AREA ? areas.get(peer) : registered.get((int) key - 1);
                MemorySegment.copy(source, JAVA_BYTE, sourceOffset, target, JAVA_BYTE, offset, bytes);
                areas.get(peer).set(JAVA_LONG, wordOffset, word);
                return 0;
            });
            return false;
        }

        @Override
        public void get(int peer, long offset, long command) {
            add(peer, 8, command, () -> areas.get(peer).get(JAVA_LONG, offset));
        }

        @Override
        public void compareAndSwap(int peer, long offset, long expected, long desired, long command) {
            add(peer, 8, command, () -> {
                long was = areas.get(peer).get(JAVA_LONG, offset);
                if (was == expected) {
                    areas.get(peer).set(JAVA_LONG, offset, desired);
                }
                return was;
            });
        }

        @Override
        public void fetchAdd(int peer, long offset, long addend, long command) {
            add(peer, 8, command, () -> {
                long was = areas.get(peer).get(JAVA_LONG, offset);
                areas.get(peer).set(JAVA_LONG, offset, was + addend);
                return was;
            });
        }

        @Override
        public boolean poll(Completions told) {
            ArrayDeque<long[]> done = completions.getOrDefault(rank, new ArrayDeque<>());
            boolean moved = !done.isEmpty();
            while (!done.isEmpty()) {
                long[] one = done.poll();
                told.completed(one[0], one[1]);
            }
            return moved;
        }

        @Override
        public void close() {
        }
    }
}
