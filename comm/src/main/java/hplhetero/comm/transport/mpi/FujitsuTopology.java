package hplhetero.comm.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * The extension of Fujitsu MPI that tells where ranks sit (mpi-ext.h; "rank query interface" in Fujitsu's MPI User's Guide). Its functions
 * communicate with nobody: any process may ask for any rank, between MPI_Init and MPI_Finalize.
 *
 * @param getCoords the function FJMPI_Topology_get_coords
 */
record FujitsuTopology(NativeFunction getCoords) {
    /**
     * The number of the view FJMPI_TOFU_SYS, which has coordinates in the whole system. The header mpi-ext.h is not public. Programs that
     * imitate it have FJMPI_LOGICAL = 0 and FJMPI_TOFU_REL = 2, and the guide names this view between them.
     */
    static final int SYSTEM_VIEW = 1;
    /** Number of coordinates of a node: X, Y, Z, A, B and C. */
    static final int DIMENSIONS = 6;

    private static final String GET_COORDS = "FJMPI_Topology_get_coords";
    private static final int SUCCESS = 0;
    /** A value that no call leaves in a place that it fills; it shows which coordinates were not told. */
    private static final int UNTOLD = -1;

    /** Returns the extension; empty where the library is not Fujitsu's. */
    static Optional<FujitsuTopology> of(MpiLibrary.Symbols symbols) {
        return symbols.find(GET_COORDS).map(address -> new FujitsuTopology(new NativeFunction(GET_COORDS, address)));
    }

    /**
     * Returns the coordinates X, Y, Z, A, B, C of a rank: int FJMPI_Topology_get_coords(MPI_Comm comm, int rank, int view, int maxdims, int
     * coords[]).
     *
     * @param comm handle of a communicator
     * @param view number of a view that gives X, Y, Z, A, B, C
     * @throws MpiError when the library tells no such coordinates: the job shares its nodes with others, or the number is another view's
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
