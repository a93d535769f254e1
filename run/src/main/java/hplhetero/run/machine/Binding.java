package hplhetero.run.machine;

/** The rule that says whether ranks are bound to cores of their own. */
public enum Binding {
    /** Binds ranks where there are enough cores and no user has bound them otherwise. */
    YES,
    /** Leaves ranks where the launcher and the system have put them. */
    NO
}
