package hplhetero.bench.peer;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.PacedSends;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.Sites;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.collective.CollectiveAlgorithms;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.ServiceLoader;

/**
 * A rank of four, 0 and 1 at one site, 2 and 3 at the other, over the transport {@code mpi}. The ranks measure how long a short message
 * takes from 0 to 2 and back while long messages are on their way, also from 0 to 2 or else from 1 to 3. Rank 0 prints a line for each
 * case.
 */
public final class LoadedLatencyRank {
    private static final int SHORT_TAG = 1;
    private static final int LONG_TAG = 2;
    private static final int END_TAG = 3;
    private static final int SHORT_BYTES = 1040;
    private static final int ALONE_PINGS = 300;

    private LoadedLatencyRank() {
    }

    /**
     * Runs all cases on this rank.
     *
     * @param arguments bytes that pass in each case; then for each case the sender of long messages (0 or 1), bytes of each, how many at
     *                  once, and whether they go in segments as those of a run do (1)
     */
    public static void main(String[] arguments) {
        TransportProvider mpi = ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("mpi")).findAny().orElseThrow();
        try (Transport transport = mpi.open(TransportOptions.usual(failure -> Runtime.getRuntime().halt(1)))) {
            transport.run(4, world -> {
                world.shareCores();
                int all = Integer.parseInt(arguments[0]);
                for (int i = 1; i + 3 < arguments.length; i += 4) {
                    boolean paced = Integer.parseInt(arguments[i + 3]) == 1;
                    Communicator taken = paced ? new PacedSends().pace(world, Sites.of(0, 0, 1, 1)) : world;
                    new LoadedLatencyRank.Case(taken, paced, Integer.parseInt(arguments[i]), Integer.parseInt(arguments[i + 1]),
                            Integer.parseInt(arguments[i + 2])).run(all);
                }
                return 0;
            });
        }
    }

    private static final class Case {
        private final Communicator world;
        private final boolean paced;
        private final int bulkFrom;
        private final int bytes;
        private final Request[] bulk;
        private final MemorySegment out;
        private final MemorySegment ping = Arena.ofAuto().allocate(SHORT_BYTES, 64);
        private final MemorySegment pong = Arena.ofAuto().allocate(SHORT_BYTES, 64);
        private int begun;
        private int done;
        private int messages;

        Case(Communicator world, boolean paced, int bulkFrom, int bytes, int atOnce) {
            this.world = world;
            this.paced = paced;
            this.bulkFrom = bulkFrom;
            this.bytes = bytes;
            bulk = new Request[atOnce];
            out = Arena.ofAuto().allocate((long) bytes * atOnce, 4096);
        }

        void run(int all) {
            messages = bytes == 0 ? 0 : all / bytes;
            // the barrier keeps cases from overlapping
            Collectives.Barrier barrier = CollectiveAlgorithms.of(world).barrier(END_TAG);
            barrier.start();
            Await.done(barrier);
            switch (world.rank()) {
                case 0 -> asks();
                case 2 -> answers();
                default -> streams();
            }
        }

        private boolean sends() {
            return world.rank() == bulkFrom;
        }

        private boolean takes() {
            return world.rank() == bulkFrom + 2;
        }

        private void poll() {
            boolean mine = sends() || takes();
            while (mine && begun < messages && begun < done + bulk.length) {
                int slot = begun++ % bulk.length;
                MemorySegment segment = out.asSlice((long) slot * bytes, bytes);
                bulk[slot] = sends() ? world.isend(segment, bulkFrom + 2, LONG_TAG) : world.irecv(segment, bulkFrom, LONG_TAG);
            }
            while (done < begun && bulk[done % bulk.length].poll() == Progress.DONE) {
                bulk[done++ % bulk.length].release();
            }
        }

        private void until(Request request) {
            while (request.poll() != Progress.DONE) {
                poll();
            }
            request.release();
        }

        private void streams() {
            boolean tells = sends() || bulkFrom == 0 && world.rank() == 1;
            while ((sends() || takes()) && done < messages) {
                poll();
            }
            if (tells && bulkFrom == 1) {
                until(world.isend(MemorySegment.NULL, 0, END_TAG));
            }
        }

        private void asks() {
            double[] micros = new double[1_000_000];
            int count = 0;
            Request end = bulkFrom == 1 && messages > 0 ? world.irecv(MemorySegment.NULL, 1, END_TAG) : null;
            long begin = System.nanoTime();
            boolean over = false;
            while (!over) {
                poll();
                over = messages == 0 ? count == ALONE_PINGS : bulkFrom == 0 ? done == messages : end.poll() == Progress.DONE;
                ping.set(ValueLayout.JAVA_INT, 0, over ? 1 : 0);
                long clock = System.nanoTime();
                until(world.isend(ping, 2, SHORT_TAG));
                until(world.irecv(pong, 2, SHORT_TAG));
                micros[count++] = (System.nanoTime() - clock) / 1e3;
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (end != null) {
                end.release();
            }
            double sum = Arrays.stream(micros, 0, count).sum();
            Arrays.sort(micros, 0, count);
            System.out.printf("%d  %8d x %d %s  %6d  %9.0f %9.0f %9.0f  %6.2f%n", bulkFrom, bytes, bulk.length,
                    paced ? "in segments" : "whole      ", count, sum / count, micros[count / 2], micros[(int) (0.9 * count)],
                    (double) messages * bytes / 1e6 / seconds);
        }

        private void answers() {
            boolean over = false;
            while (!over) {
                until(world.irecv(ping, 0, SHORT_TAG));
                over = ping.get(ValueLayout.JAVA_INT, 0) == 1;
                until(world.isend(ping, 0, SHORT_TAG));
            }
            while (takes() && done < messages) {
                poll();
            }
        }
    }
}
