package hplhetero.results.json;

import java.io.IOException;

/** A file that is not what {@link JsonReport} writes; the message names the file, the place in it, what is there, and what to do. */
public final class JsonFormatException extends IOException {
    private static final long serialVersionUID = 1;

    JsonFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
