package hplhetero.run.machine;

/** Whether ranks are bound to cores of their own. */
public enum Binding {
    /** Where there are enough cores, and no user has bound them otherwise. */
    YES,
    /** Never. */
    NO
}
