package hplhetero.run.terminal;

import hplhetero.input.HplDat;
import hplhetero.input.text.InputException;
import hplhetero.results.format.WholeFile;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the report goes: lines 3 and 4 of HPL.dat. */
public final class OutputDevice {
    private OutputDevice() {
    }

    /** @throws InputException when the file cannot be written, before anything is run */
    public static PrintStream open(HplDat dat) {
        return switch (dat.device()) {
            case HplDat.STDOUT -> new PrintStream(new FileOutputStream(FileDescriptor.out), false, System.out.charset());
            case HplDat.STDERR -> System.err;
            default -> file(Path.of(dat.outputFile()));
        };
    }

    private static PrintStream file(Path path) {
        try {
            return new PrintStream(Files.newOutputStream(path), false, StandardCharsets.UTF_8);
        } catch (IOException cannot) {
            throw new InputException("output file " + path + " cannot be written (" + Messages.of(cannot)
                    + "): name another with --output, or - for standard output", cannot);
        }
    }

    /**
     * @param option the option that names the file
     * @throws InputException when no file can be written there, before anything is run
     */
    public static void checkWritable(String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new InputException(option + " " + file + ": no file can be written there: name one in a folder that"
                    + " exists and is yours");
        }
    }

    /**
     * As {@link #checkWritable}, of a file that {@link WholeFile} writes, which follows no links.
     *
     * @param option the option that names the file
     * @throws InputException when no file can be written there, before anything is run
     */
    public static void checkReplaceable(String option, Path file) {
        boolean stream = WholeFile.isStream(file);
        if (!stream && Files.isSymbolicLink(file)) {
            throw new InputException(option + " " + file + ": is a link to " + target(file)
                    + ", and links are not followed: name that file itself,"
                    + " or remove the link");
        }
        if (!stream || !Files.isWritable(file)) {
            checkWritable(option, file);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException gone) {
            return "another file";
        }
    }
}
