package hplhetero.comm.collective.alltoall;

/** What keeps the steps of an alltoall apart, as in STAR-MPI. */
enum Synchronisation {
    /** Nothing but that a rank has ended its own step. */
    NONE,
    /** A barrier at the start. */
    ONE_BARRIER,
    /** A barrier before each step. */
    MPI_BARRIER,
    /** After each step but the last, whoever is to receive tells its next sender so by a message without bytes. */
    LIGHT_BARRIER
}
