package hplhetero.results.format;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** A file that could not be written, or only in part: its message names the file, the reason and a remedy. */
public final class UnwritableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;

    /** @param file its name, for people */
    public UnwritableException(String file, IOException reason) {
        super(file + " cannot be written (" + reason(reason) + "): free space there, or name another file", reason);
        this.file = file;
    }

    /** The name, as the user gave it. */
    public String file() {
        return file;
    }

    private static String reason(IOException problem) {
        return problem instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : problem.getMessage();
    }
}
