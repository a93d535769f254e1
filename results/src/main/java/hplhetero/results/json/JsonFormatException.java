package hplhetero.results.json;

import java.io.IOException;

/**
 * The exception for a file that {@link JsonReport} did not write. Its message names the file, the place in it, what is there, and what to
 * do.
 */
public final class JsonFormatException extends IOException {
    private static final long serialVersionUID = 1;

    JsonFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
