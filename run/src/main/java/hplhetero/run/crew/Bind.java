package hplhetero.run.crew;

/** Whether ranks are bound to cores of their own. */
public enum Bind {
    /** Where there are enough cores, and no user has bound them otherwise. */
    YES,
    /** Never. */
    NO
}
