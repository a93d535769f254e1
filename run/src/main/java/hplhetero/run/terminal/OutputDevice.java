package hplhetero.run.terminal;

import hplhetero.input.HplDat;
import hplhetero.input.text.InputException;
import hplhetero.results.format.WholeFile;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The destinations of reports and files: lines 3 and 4 of HPL.dat, the options that name files, and standard output. */
public final class OutputDevice {
    private static final String OUTPUT = "--output";
    /** The option whose file is standard output; null where none is. */
    private static volatile String taker;

    private OutputDevice() {
    }

    /** Forgets which option has standard output, because another command may begin in this process. */
    public static void reset() {
        taker = null;
    }

    /**
     * Opens the destination of the report that HPL.dat names: a file, standard output or standard error. A file is emptied. Where another
     * option than {@code --output} has taken standard output, the report goes to standard error instead.
     *
     * @param dat contents of HPL.dat, whose lines 3 and 4 name the destination
     * @throws InputException when the file cannot be written
     */
    public static Text open(HplDat dat) {
        return switch (dat.device()) {
            case HplDat.STDOUT -> taker == null || taker.equals(OUTPUT)
                    ? text(Terminal.clearingStatus(new FileOutputStream(FileDescriptor.out)), "standard output", System.out.charset(),
                            false)
                    : new Text(System.err, Optional.empty(), false);
            case HplDat.STDERR -> new Text(System.err, Optional.empty(), false);
            default -> file(Path.of(dat.outputFile()));
        };
    }

    /**
     * The destination of the report's text.
     *
     * @param stream  receives the text
     * @param rescued the output behind {@code stream}, which keeps the text and shows it on standard error when it cannot be written; empty
     *                where the text goes to standard error anyway
     * @param ours    whether this program has opened the stream, a file, and so closes it at the end
     */
    public record Text(PrintStream stream, Optional<RescuedOutput> rescued, boolean ours) {

        /**
         * Flushes the text, and closes the stream where it is a file.
         *
         * @throws IOException naming the file, when some of the text could not be written
         */
        public void end() throws IOException {
            stream.flush();
            if (ours) {
                stream.close();
            }
            if (rescued.isPresent()) {
                rescued.get().check();
            }
        }
    }

    private static Text text(OutputStream out, String name, Charset charset, boolean ours) {
        RescuedOutput rescued = new RescuedOutput(out, name, !ours);
        return new Text(new PrintStream(rescued, false, charset), Optional.of(rescued), ours);
    }

    private static Text file(Path path) {
        try {
            return text(Files.newOutputStream(path), path.toString(), StandardCharsets.UTF_8, true);
        } catch (IOException cannot) {
            throw unwritable(path, cannot);
        }
    }

    /**
     * Checks, before anything is run, that {@link #open} will be able to write where HPL.dat says, and leaves the file unchanged. Also
     * notes whether {@code --output} takes standard output, so that no other option can have it.
     *
     * @param dat    contents of HPL.dat, whose lines 3 and 4 name the destination of the report: a file, standard output or standard error
     * @param option the text of {@code --output}, null when not given
     * @throws InputException when the file cannot be written, or another option has standard output already
     */
    public static void check(HplDat dat, String option) {
        if (WholeFile.STANDARD_OUTPUT.toString().equals(option)) {
            take(OUTPUT);
        }
        if (dat.device() != HplDat.STDOUT && dat.device() != HplDat.STDERR) {
            Path path = Path.of(dat.outputFile());
            try {
                tryOut(path);
            } catch (IOException cannot) {
                throw unwritable(path, cannot);
            }
        }
    }

    private static InputException unwritable(Path path, IOException cannot) {
        return new InputException("output file " + path + " cannot be written (" + reason(cannot)
                + "): name another with --output, or - for standard output", cannot);
    }

    /** Opens a file for writing and leaves it unchanged. */
    private static void tryOut(Path file) throws IOException {
        boolean there = Files.exists(file);
        if (there && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // opening a pipe would wait for its reader
            if (!Files.isWritable(file)) {
                throw new AccessDeniedException(file.toString());
            }
            return;
        }
        Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE).close();
        if (!there) {
            // deletes what was created, which for a link that led nowhere is the link's target
            Files.delete(file.toRealPath());
        }
    }

    /**
     * Checks that {@link WholeFile}, which follows no links, can write a file. Where the file is {@code -}, the option has standard output
     * from now on, and everything else that is printed goes to standard error.
     *
     * @param option the option that names the file
     * @throws InputException when the file cannot be written, before anything is run
     */
    public static void checkReplaceable(String option, Path file) {
        if (file.equals(WholeFile.STANDARD_OUTPUT)) {
            take(option);
            System.setOut(System.err);
        } else if (!WholeFile.isStream(file) && Files.isSymbolicLink(file)) {
            throw new InputException(option + " " + file + ": is a link to " + target(file)
                    + ", and links are not followed: name that file itself,"
                    + " or remove the link");
        }
        try {
            WholeFile.check(file);
        } catch (IOException cannot) {
            throw new InputException(option + " " + file + ": no file can be written there (" + reason(cannot)
                    + "): name one in a folder that exists and is yours", cannot);
        }
    }

    /**
     * Checks that files can be made in a folder.
     *
     * @param option the option that names the folder
     * @throws InputException when none can be made, before anything is run
     */
    public static void checkFolder(String option, Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new InputException("option " + option + ": expected a directory that exists and is yours, found `" + folder
                    + "`: create it, or name another");
        }
        checkReplaceable(option, folder.resolve("file"));
    }

    private static void take(String option) {
        if (taker != null && !taker.equals(option)) {
            throw new InputException(taker + " - " + option + " -: standard output can take only one of these: name a file for the other");
        }
        taker = option;
    }

    private static String reason(IOException problem) {
        return switch (problem) {
            case NoSuchFileException _ -> "no such folder";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> problem.getMessage();
        };
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException gone) {
            return "another file";
        }
    }
}
