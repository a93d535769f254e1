package hplhetero.results.format;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** The exception for a file that could not be written, or only in part. Its message names the file, the reason and a remedy. */
public final class UnwritableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;

    /**
     * Makes the exception for one file.
     *
     * @param file   name of the file, for people
     * @param reason the failure to write
     */
    public UnwritableException(String file, IOException reason) {
        super(file + " cannot be written (" + reason(reason) + "): free space there, or name another file", reason);
        this.file = file;
    }

    /** Returns the name of the file that could not be written, as the user gave it. */
    public String file() {
        return file;
    }

    private static String reason(IOException problem) {
        return problem instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : problem.getMessage();
    }
}
