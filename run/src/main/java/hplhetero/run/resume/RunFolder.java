package hplhetero.run.resume;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.cluster.ClusterFileWriter;
import hplhetero.input.text.InputException;
import hplhetero.results.format.WholeFile;
import hplhetero.run.job.Build;
import hplhetero.run.job.RunFiles;
import hplhetero.run.start.RecordBytes;
import java.io.IOException;
import java.io.InvalidClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The folder in which a run keeps its state, on each host.
 *
 * <pre>
 * command    the words of the command line, one a line
 * run        on rank 0's host: version, build and checksum, one a line; then the {@link RunState}, serialized, in base 64
 * cluster    on rank 0's host: what was measured of the ranks, as a cluster file, where anything was
 * 1, 2 ..    states of one test, in files of each rank
 * </pre>
 *
 * @param path the folder
 */
public record RunFolder(Path path) {
    private static final int LINES = 4;

    private Path command() {
        return path.resolve(RunFiles.COMMAND);
    }

    private Path run() {
        return path.resolve(RunFiles.RUN);
    }

    /** Returns whether the folder has the state of a run that is not finished. */
    public boolean isTaken() {
        return Files.exists(run());
    }

    /**
     * Keeps the words of the command line, on every host.
     *
     * @param words words behind {@code hpl}, without those on hosts
     * @throws InputException when the folder cannot be written
     */
    public void keep(List<String> words) {
        try {
            Files.createDirectories(path);
            WholeFile.write(command(), String.join("\n", words) + "\n");
        } catch (IOException cannot) {
            throw unwritable(cannot);
        }
    }

    private InputException unwritable(IOException cannot) {
        return new InputException("--checkpoint " + path + ": cannot be written (" + cannot + "): name a folder that can be", cannot);
    }

    /**
     * Returns the words of the command line that has started the run.
     *
     * @throws InputException when the folder has none
     */
    public List<String> words() {
        try {
            return Files.readAllLines(command());
        } catch (IOException cannot) {
            throw new InputException("resume " + path + ": has no state of a run on this host (" + cannot.getMessage()
                    + "): name the folder that was given to --checkpoint, and have it on each host", cannot);
        }
    }

    /**
     * Keeps what rank 0 knows of the run, in one piece.
     *
     * @throws IOException when the file cannot be written; the file before stays
     */
    void keep(RunState state) throws IOException {
        byte[] bytes = RecordBytes.of(state);
        WholeFile.write(run(), String.join("\n", Build.version(), Build.identity(), checksum(bytes),
                Base64.getMimeEncoder().encodeToString(bytes)) + "\n");
    }

    private static String checksum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return String.format("%08x", sum.getValue());
    }

    /**
     * Reads what rank 0 has kept of the run.
     *
     * @throws InputException when there is nothing, when it is damaged, or when another build has written it
     */
    public RunState state() {
        try {
            String[] lines = Files.readString(run()).split("\n", LINES);
            if (lines.length < LINES) {
                throw new IOException("the file is not whole");
            }
            if (!lines[1].equals(Build.identity())) {
                throw new InputException("resume " + path + ": was written by hpl-hetero " + lines[0] + " (build " + lines[1]
                        + "), this is " + Build.version() + " (build " + Build.identity() + "): resume with that build, or run anew");
            }
            byte[] bytes = Base64.getMimeDecoder().decode(lines[LINES - 1]);
            if (!lines[2].equals(checksum(bytes))) {
                throw new IOException("the checksum is wrong");
            }
            return state(bytes);
        } catch (IOException | IllegalArgumentException | ClassNotFoundException cannot) {
            throw new InputException("resume " + path + ": the state of the run cannot be read (" + run() + ": " + cannot.getMessage()
                    + "): name the folder that was given to --checkpoint, on the host of rank 0, or run anew", cannot);
        }
    }

    private Path clusterFile() {
        return path.resolve(RunFiles.CLUSTER);
    }

    /** Keeps what was measured of the ranks. */
    void keep(Cluster cluster) throws IOException {
        WholeFile.write(clusterFile(), ClusterFileWriter.write(cluster));
    }

    /** Returns what was measured of the ranks before the run began, where anything was. */
    public Optional<Cluster> cluster() {
        return Files.exists(clusterFile()) ? Optional.of(ClusterFileReader.read(clusterFile())) : Optional.empty();
    }

    private static RunState state(byte[] bytes) throws IOException, ClassNotFoundException {
        return RecordBytes.read(bytes) instanceof RunState state ? state : refused();
    }

    private static RunState refused() throws IOException {
        throw new InvalidClassException("holds something else");
    }
}
