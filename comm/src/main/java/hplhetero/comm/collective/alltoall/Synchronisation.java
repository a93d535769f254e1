package hplhetero.comm.collective.alltoall;

/** The means that keeps the steps of an alltoall apart, as in STAR-MPI. */
enum Synchronisation {
    /** No synchronisation: a rank begins a step when it has ended its own step before. */
    NONE,
    /** One barrier, before the first step. */
    ONE_BARRIER,
    /** Barriers before each of the steps. */
    MPI_BARRIER,
    /**
     * Light barriers: after each step but the last, a rank tells its next sender by a message without bytes that it is ready to receive.
     */
    LIGHT_BARRIER
}
