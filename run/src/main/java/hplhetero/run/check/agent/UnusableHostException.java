package hplhetero.run.check.agent;

import java.io.IOException;

/** A host was reached, but lacks something. */
public final class UnusableHostException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * @param what   it lacks
     * @param remedy what to do about it there
     */
    public UnusableHostException(String what, String remedy) {
        super(what);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
