package hplhetero.results;

import hplhetero.hpl.CaseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** A sweep as JSON; docs/json.md describes the schema. */
public final class JsonReport {

    private JsonReport() {
    }

    /**
     * Writes {@code file} in one piece: a reader sees the old file or the whole new one. A link is followed.
     * To what is no file of its own, such as a pipe or {@code /dev/stdout}, it is appended.
     *
     * @param asked how many tests the sweep has
     * @throws IOException saying which file and why, when it cannot be written; the old file is then unchanged
     */
    public static void write(Path file, RunDescription run, SweepParameters parameters, int asked, List<CaseResult> results)
            throws IOException {
        String json = new JsonMapper().writerWithDefaultPrettyPrinter()
                .writeValueAsString(JsonTree.of(run, parameters, asked, results)) + "\n";
        if (Files.isDirectory(file)) {
            throw new IOException(file + ": is a directory: name a file in it, such as " + file.resolve("hpl.json"));
        }
        if (isStream(file)) {
            Files.writeString(file, json, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        } else {
            replace(file, json);
        }
    }

    /** Writes what is finished so far, to a file that the next writing replaces; nothing to what is no file of its own. */
    public static void interim(Path file, RunDescription run, SweepParameters parameters, int asked, List<CaseResult> results)
            throws IOException {
        if (!isStream(file)) {
            write(file, run, parameters, asked, results);
        }
    }

    /** A redirected {@code /dev/stdout} leads to a regular file, which to replace would lose what is in it. */
    private static boolean isStream(Path file) {
        return file.toAbsolutePath().startsWith("/dev") || Files.exists(file) && !Files.isRegularFile(file);
    }

    private static void replace(Path file, String json) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (!Files.isDirectory(target.getParent())) {
            throw new NoSuchFileException(file + ": no such folder: create " + target.getParent() + " first");
        }
        Path whole = target.resolveSibling(target.getFileName() + ".tmp" + ProcessHandle.current().pid());
        try {
            Files.writeString(whole, json);
            Files.move(whole, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(whole);
        }
    }
}
