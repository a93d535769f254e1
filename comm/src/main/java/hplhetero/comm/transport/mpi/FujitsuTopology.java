package hplhetero.comm.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * Fujitsu MPI's extension that tells where ranks sit (mpi-ext.h; "rank query interface" in Fujitsu's MPI User's Guide). Its functions
 * ask nobody: any process may ask for any rank, between MPI_Init and MPI_Finalize.
 *
 * @param getCoords FJMPI_Topology_get_coords
 */
record FujitsuTopology(NativeFunction getCoords) {
    /**
     * FJMPI_TOFU_SYS: coordinates in the whole system. mpi-ext.h is not public; programs that imitate it have FJMPI_LOGICAL = 0 and
     * FJMPI_TOFU_REL = 2, and the guide names this one between them.
     */
    static final int SYSTEM_VIEW = 1;
    /** X, Y, Z, A, B, C. */
    static final int DIMENSIONS = 6;

    private static final String GET_COORDS = "FJMPI_Topology_get_coords";
    private static final int SUCCESS = 0;
    /** What no call leaves in a place that it fills. */
    private static final int UNTOLD = -1;

    /** Empty where the library is not Fujitsu's. */
    static Optional<FujitsuTopology> of(MpiLibrary.Symbols symbols) {
        return symbols.find(GET_COORDS).map(address -> new FujitsuTopology(new NativeFunction(GET_COORDS, address)));
    }

    /**
     * int FJMPI_Topology_get_coords(MPI_Comm comm, int rank, int view, int maxdims, int coords[]).
     *
     * @param comm a handle
     * @param view the number of one that gives X, Y, Z, A, B, C
     * @throws MpiError when it tells no such coordinates: the job shares its nodes with others, or the view is another one
     */
    int[] coordinates(long comm, int rank, int view) throws MpiError {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment coordinates = arena.allocate(ValueLayout.JAVA_INT, DIMENSIONS);
            for (int d = 0; d < DIMENSIONS; d++) {
                coordinates.setAtIndex(ValueLayout.JAVA_INT, d, UNTOLD);
            }
            int code = getCoords.call(comm, rank, view, DIMENSIONS, coordinates.address());
            int[] told = coordinates.toArray(ValueLayout.JAVA_INT);
            if (code != SUCCESS) {
                throw new MpiError(GET_COORDS, code, "no coordinates of rank " + rank + " in view " + view);
            }
            if (Arrays.stream(told).anyMatch(value -> value == UNTOLD)) {
                throw new MpiError(GET_COORDS, code, "fewer than " + DIMENSIONS + " coordinates of rank " + rank + " in view " + view);
            }
            return told;
        }
    }
}
