package hplhetero.hpl.solve;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.MatrixMemory;
import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Request;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackSubstitutionTest {

    /** A rank's communicator that keeps the addresses of the x_k it sends. */
    private static final class SolutionsSent extends ForwardingCommunicator {
        private final List<Long> addresses;

        SolutionsSent(Communicator inner, List<Long> addresses) {
            super(inner);
            this.addresses = addresses;
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            if (tag == Tags.SOLUTION) {
                addresses.add(buffer.address());
            }
            return super.isend(buffer, destination, tag);
        }
    }

    /** Of each rank, the addresses of the x_k it sent in two solves. */
    private static List<List<Long>> sent(HplCase c) {
        List<List<Long>> sent = Stream.<List<Long>>generate(ArrayList::new).limit(c.ranks()).toList();
        BlockMap map = BlockMap.of(c);
        World.run(c.ranks(), ranks -> {
            try (Arena arena = Arena.ofShared(); WorkerPool pool = new WorkerPool(1, "test", false, new Activity())) {
                LocalLayout layout = new LocalLayout(map, ranks.rank());
                LocalMatrix[] matrices = layout.localColumns().stream().map(column -> LocalMatrix.allocate(column.column(), column.rowSet(),
                        layout.rowSets().get(column.rowSet()).rows(), column.cols(), arena)).toArray(LocalMatrix[]::new);
                MatrixGenerator generator = new MatrixGenerator(c.n());
                for (LocalMatrix a : matrices) {
                    for (int part = 0; part < MatrixGenerator.parts(a); part++) {
                        generator.fill(a, part);
                    }
                }
                AtomicInteger refreshes = new AtomicInteger();
                Arrays.setAll(matrices, i -> new LocalMatrix(matrices[i].column(), matrices[i].rowSet(), matrices[i].rows(),
                        matrices[i].cols(), matrices[i].segment(), matrices[i].ld(), new CountedMemory(refreshes)));
                BackSubstitution solve = new BackSubstitution(new SolutionsSent(ranks, sent.get(ranks.rank())), layout, matrices,
                        World.kernels("vector"), pool, new PhaseTimers(1), arena);
                solve.run();
                solve.run();
                boolean holdsB = layout.localColumnOf(map.kappa()[map.kappa().length - 1]) >= 0;
                assertThat(refreshes).as("copies of b on rank %d in two solves", ranks.rank()).hasValue(holdsB ? 2 : 0);
            }
        });
        return sent;
    }

    /**
     * Elements in the host's memory that count how often the host asks for its copy of them.
     *
     * @param refreshes number of calls of {@link #refresh}
     */
    private record CountedMemory(AtomicInteger refreshes) implements MatrixMemory {
        @Override
        public void adopt() {
            MatrixMemory.HOST.adopt();
        }

        @Override
        public void split(int column) {
            MatrixMemory.HOST.split(column);
        }

        @Override
        public void copyOut(long[] from, long[] to, int count, int w) {
            MatrixMemory.HOST.copyOut(from, to, count, w);
        }

        @Override
        public void refresh(int row, int rows, int column, int columns) {
            refreshes.incrementAndGet();
        }

        @Override
        public int subtractProduct(int row, int rows, int column, int columns, long x, long y) {
            return columns;
        }
    }

    static Stream<HplCase> cases() {
        List<Cases> all = new ArrayList<>(Solve.layouts(97, 8));
        // N is a multiple of NB, so b has a block column of its own, which a rank may keep in another local matrix than the last panel
        all.addAll(Solve.layouts(96, 8));
        all.add(Cases.of(97, 4).grid(7, 1));
        all.add(Cases.of(97, 4).grid(6, 2));
        all.add(Cases.of(20, 8).grid(6, 1));
        return all.stream().map(Cases::make);
    }

    /** Ranks that receive x_k: those of its process column, but its owner, with blocks above it. */
    private static long receivers(BlockMap map, int k) {
        int[] above = Arrays.copyOf(map.rho(), k);
        return Arrays.stream(above).map(r -> map.grid().owner(r, map.kappa()[k])).filter(rank -> rank != map.owner(k, k)).distinct()
                .count();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSendEachPartOfTheSolutionOnceFromARank(HplCase c) {
        List<List<Long>> sent = sent(c);
        for (List<Long> ofRank : sent) {
            assertThat(ofRank.subList(0, ofRank.size() / 2)).doesNotHaveDuplicates();
        }
        BlockMap map = BlockMap.of(c);
        long messages = 0;
        for (int k = 0; k < map.panels(); k++) {
            messages += receivers(map, k);
        }
        assertThat(sent.stream().mapToLong(List::size).sum()).isEqualTo(2 * messages);
    }
}
