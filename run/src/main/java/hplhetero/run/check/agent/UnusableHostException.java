package hplhetero.run.check.agent;

import java.io.IOException;

/** Thrown when a host was reached, but lacks something that a run needs. */
public final class UnusableHostException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * Makes an exception whose message says what the host lacks.
     *
     * @param what   what the host lacks
     * @param remedy what to do about it on the host
     */
    public UnusableHostException(String what, String remedy) {
        super(what);
        this.remedy = remedy;
    }

    /** Returns what the user can do on the host, so that a run can use it. */
    public String remedy() {
        return remedy;
    }
}
