package hplhetero.network.topology;

/** How messages are routed in a fabric whose switches are all linked to each other in groups or along dimensions. */
public enum Routing {
    /** Routes that pass as few links as possible. */
    MINIMAL("minimal"),
    /** Routes over a third group, or in each dimension a third switch, which depends on the sender. */
    VALIANT("valiant");

    private final String word;

    Routing(String word) {
        this.word = word;
    }

    /** Returns the word for this routing in topology files. */
    public String word() {
        return word;
    }
}
