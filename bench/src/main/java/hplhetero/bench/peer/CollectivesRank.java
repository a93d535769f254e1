package hplhetero.bench.peer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.function.IntConsumer;

/**
 * A rank that times our collectives over the transport {@code mpi} and Open MPI's own. Both run in the same processes, on the same buffers,
 * in alternation. Rank 0 prints for each case the collective, size and contender, then for each round the seconds of a call on the slowest
 * rank.
 */
public final class CollectivesRank {
    /** The name of the contender that is Open MPI's own collective. */
    public static final String OPEN_MPI = "open-mpi";

    private static final long PAGE = 4096;
    private static final int TAG = 1;
    private static final int MOST_CALLS = 100;
    private static final int LEAST_CALLS = 4;
    private static final long BYTES_OF_A_BLOCK = 4 << 20;

    private final Communicator comm;
    private final CollectiveAlgorithms ours;
    private final OpenMpiCollectives theirs = new OpenMpiCollectives();
    private final Collectives.Allreduce slowest;
    private final MemorySegment slowestSeconds = Arena.ofAuto().allocate(JAVA_DOUBLE);

    /** A way to do one collective. Each call is told the root. */
    private record Contender(String name, IntConsumer call, List<Double> seconds) {
    }

    private CollectivesRank(Communicator comm) {
        this.comm = comm;
        ours = CollectiveAlgorithms.of(comm);
        slowest = ours.allreduce(JAVA_DOUBLE.byteSize(), (inout, in) -> inout.set(JAVA_DOUBLE, 0,
                Math.max(inout.get(JAVA_DOUBLE, 0), in.get(JAVA_DOUBLE, 0))), TAG + 1);
    }

    /**
     * Times the collectives and prints the times.
     *
     * @param arguments ranks, rounds that warm up, rounds that count, then sizes in bytes
     */
    public static void main(String[] arguments) {
        TransportProvider mpi = ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("mpi")).findAny().orElseThrow();
        try (Transport transport = mpi.open(TransportOptions.usual(failure -> Runtime.getRuntime().halt(1)))) {
            if (transport.leads()) {
                System.out.println("# " + transport.description());
            }
            transport.run(Integer.parseInt(arguments[0]), comm -> new CollectivesRank(comm).measure(arguments));
        }
    }

    private int measure(String[] arguments) {
        int warming = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        for (Collective collective : List.of(Collective.ALLTOALL, Collective.ALLGATHER, Collective.BROADCAST)) {
            for (int i = 3; i < arguments.length; i++) {
                int bytes = Integer.parseInt(arguments[i]);
                tell(String.format(Locale.ROOT, "bench: %s of %d bytes", collective.label(), bytes));
                List<Contender> contenders = contenders(collective, bytes);
                int calls = Math.clamp(BYTES_OF_A_BLOCK / Math.max(1, bytes), LEAST_CALLS, MOST_CALLS);
                for (int round = -warming; round < rounds; round++) {
                    for (Contender contender : contenders) {
                        double seconds = block(contender, calls);
                        if (round >= 0) {
                            contender.seconds.add(seconds);
                        }
                    }
                }
                contenders.forEach(contender -> print(collective, bytes, contender));
            }
        }
        return 0;
    }

    /** Returns the seconds of a call on the slowest rank. Ranks take turns as the root, so that no rank runs ahead for long. */
    private double block(Contender contender, int calls) {
        theirs.barrier();
        long start = System.nanoTime();
        for (int call = 0; call < calls; call++) {
            contender.call.accept(call % comm.size());
        }
        slowestSeconds.set(JAVA_DOUBLE, 0, (System.nanoTime() - start) / 1e9 / calls);
        slowest.start(slowestSeconds);
        Await.done(slowest);
        return slowestSeconds.get(JAVA_DOUBLE, 0);
    }

    private List<Contender> contenders(Collective collective, int bytes) {
        MemorySegment outgoing = Arena.ofAuto().allocate((long) bytes * comm.size(), PAGE);
        MemorySegment incoming = Arena.ofAuto().allocate((long) bytes * comm.size(), PAGE);
        List<Contender> contenders = new ArrayList<>();
        add(contenders, OPEN_MPI, collective, outgoing, incoming, switch (collective) {
            case ALLTOALL -> root -> theirs.alltoall(outgoing, incoming, bytes);
            case ALLGATHER -> root -> theirs.allgather(incoming, bytes);
            default -> root -> theirs.bcast(incoming.asSlice(0, bytes), root);
        });
        for (Algorithm algorithm : Algorithms.of(collective)) {
            if (algorithm.takes(comm.size())) {
                add(contenders, algorithm.label(), collective, outgoing, incoming, ours(algorithm, outgoing, incoming, bytes));
            }
        }
        return contenders;
    }

    private IntConsumer ours(Algorithm algorithm, MemorySegment outgoing, MemorySegment incoming, int bytes) {
        return switch (algorithm.collective()) {
            case ALLTOALL -> {
                Collectives.Alltoall alltoall = ours.alltoall(algorithm.label(), bytes, TAG);
                yield root -> {
                    alltoall.start(outgoing, incoming);
                    Await.done(alltoall);
                };
            }
            case ALLGATHER -> {
                Collectives.Allgather allgather = ours.allgather(algorithm.label(), TAG);
                long[] offsets = new long[comm.size()];
                long[] lengths = new long[comm.size()];
                for (int rank = 0; rank < offsets.length; rank++) {
                    offsets[rank] = (long) rank * bytes;
                    lengths[rank] = bytes;
                }
                yield root -> {
                    allgather.start(incoming, offsets, lengths);
                    Await.done(allgather);
                };
            }
            default -> {
                Collectives.Broadcast broadcast = ours.broadcast(algorithm.label(), TAG);
                MemorySegment buffer = incoming.asSlice(0, bytes);
                yield root -> {
                    broadcast.start(buffer, root);
                    Await.done(broadcast);
                };
            }
        };
    }

    /** Adds a contender after checking its answer. */
    private void add(List<Contender> contenders, String name, Collective collective, MemorySegment outgoing, MemorySegment incoming,
                     IntConsumer call) {
        long bytes = outgoing.byteSize() / comm.size();
        int root = comm.size() - 1;
        incoming.fill((byte) 0);
        for (int rank = 0; rank < comm.size(); rank++) {
            outgoing.asSlice(rank * bytes, bytes).fill(mark(comm.rank(), rank));
        }
        if (collective == Collective.ALLGATHER) {
            incoming.asSlice(comm.rank() * bytes, bytes).fill(mark(comm.rank(), 0));
        } else if (collective == Collective.BROADCAST && comm.rank() == root) {
            incoming.fill(mark(root, 0));
        }
        theirs.barrier();
        call.accept(root);
        for (int rank = 0; rank < (collective == Collective.BROADCAST ? 1 : comm.size()); rank++) {
            byte expected = switch (collective) {
                case ALLTOALL -> mark(rank, comm.rank());
                case ALLGATHER -> mark(rank, 0);
                default -> mark(root, 0);
            };
            MemorySegment piece = incoming.asSlice(rank * bytes, bytes);
            for (long i = 0; i < bytes; i++) {
                if (piece.get(JAVA_BYTE, i) != expected) {
                    throw new IllegalStateException(collective.label() + "=" + name + " of bytes=" + bytes + ": wrong at byte " + i
                            + " of piece " + rank);
                }
            }
        }
        contenders.add(new Contender(name, call, new ArrayList<>()));
    }

    private static byte mark(int from, int to) {
        return (byte) (1 + 16 * from + to);
    }

    private void print(Collective collective, int bytes, Contender contender) {
        if (comm.rank() == 0) {
            StringBuilder line = new StringBuilder(collective.label() + " " + bytes + " " + contender.name);
            contender.seconds.forEach(seconds -> line.append(' ').append(seconds));
            System.out.println(line);
        }
    }

    private void tell(String progress) {
        if (comm.rank() == 0) {
            System.err.println(progress);
        }
    }
}
