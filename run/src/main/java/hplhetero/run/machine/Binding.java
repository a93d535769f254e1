package hplhetero.run.machine;

/** What is bound to cores, where there are enough cores and no user has bound ranks otherwise. */
public enum Binding {
    /** Nothing: ranks and workers stay where the launcher and the system have put them. */
    NONE,
    /** Each rank is bound to cores that the other ranks of its host do not use. */
    RANK,
    /** Ranks are bound as with {@link #RANK}, and each worker of a rank that has a worker for each of its cores is bound to a core. */
    CORE
}
