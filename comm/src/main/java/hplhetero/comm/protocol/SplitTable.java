package hplhetero.comm.protocol;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The table of what the ranks of a communicator tell each other at a {@link Communicator#split}. */
final class SplitTable {
    private static final int COLOR = 0;
    private static final int KEY = 1;
    private static final int NUMBER = 2;
    private static final int COLUMNS = 3;

    private final int size;
    /** The table's cells: row r has colour, key and number of rank r, in {@value #COLUMNS} adjacent elements. */
    private final int[] table;

    private SplitTable(int size, int[] table) {
        this.size = size;
        this.table = table;
    }

    /**
     * Brings the rows of all ranks together. Collective.
     *
     * @param apart  the ranks that split, as a communicator that carries no other messages
     * @param color  this rank's colour
     * @param key    this rank's key
     * @param number a number that no communicator of this rank has
     */
    static SplitTable exchange(Communicator apart, int color, int key, int number) {
        long row = COLUMNS * JAVA_INT.byteSize();
        long[] offsets = new long[apart.size()];
        long[] lengths = new long[apart.size()];
        Arrays.setAll(offsets, r -> r * row);
        Arrays.fill(lengths, row);
        MemorySegment table = Arena.ofAuto().allocate(apart.size() * row, Long.BYTES);
        MemorySegment.copy(new int[] {color, key, number}, 0, table, JAVA_INT, apart.rank() * row, COLUMNS);
        Collectives.Allgather allgather = CollectiveAlgorithms.of(apart).allgather(AllgatherAlgorithm.BINARY_EXCHANGE, 0);
        allgather.start(table, offsets, lengths);
        Await.done(allgather);
        return new SplitTable(apart.size(), table.toArray(JAVA_INT));
    }

    /** Returns the ranks of one colour, ordered by key, then by rank. */
    int[] members(int color) {
        return IntStream.range(0, size).filter(r -> cell(r, COLOR) == color).boxed()
                .sorted(Comparator.comparingInt(r -> cell(r, KEY))).mapToInt(r -> r).toArray();
    }

    /** Returns a number that no communicator of any of the ranks has. */
    int largestNumber() {
        return IntStream.range(0, size).map(r -> cell(r, NUMBER)).max().orElseThrow();
    }

    private int cell(int rank, int column) {
        return table[rank * COLUMNS + column];
    }
}
