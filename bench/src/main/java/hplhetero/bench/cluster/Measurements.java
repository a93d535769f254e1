package hplhetero.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements so far, in a CSV file to which each measurement is added at once, so that a sweep that was stopped goes on where it was.
 * A measurement is identified by its job, order and round.
 */
public final class Measurements {
    private static final String HEADER = "job,n,round,nb,gflops,before";
    /** The header of files from the time before the last field was kept. */
    private static final String OLD_HEADER = "job,n,round,nb,gflops";
    private static final int FEWEST_FIELDS = 5;
    private static final int FIELDS = 6;

    /**
     * A measured rate of one program.
     *
     * @param nb     blocking factor with which the rate was reached
     * @param gflops rate, in GFLOPS
     * @param before seconds of measuring ranks and of warm-up before the clock; NaN where the program does not tell
     */
    public record Rate(int nb, double gflops, double before) {
    }

    private record Key(String job, int n, int round) {
    }

    private final Path file;
    private final Map<Key, Rate> rates = new LinkedHashMap<>();

    private Measurements(Path file) {
        this.file = file;
    }

    /**
     * Opens a file of measurements and reads it; a last line that was cut off is dropped.
     *
     * @throws IOException when a line has not the form of this file's lines
     */
    public static Measurements open(Path file) throws IOException {
        Measurements all = new Measurements(file);
        if (!Files.exists(file)) {
            Files.writeString(file, HEADER + "\n");
            return all;
        }
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (whole.length() < text.length()) {
            Files.writeString(file, whole);
        }
        int number = 0;
        for (String line : whole.lines().toList()) {
            number++;
            if (!line.equals(HEADER) && !line.equals(OLD_HEADER)) {
                all.read(line, number);
            }
        }
        return all;
    }

    /** Returns the number of measurements. */
    public int count() {
        return rates.size();
    }

    private void read(String line, int number) throws IOException {
        String[] fields = line.startsWith("\"") ? quoted(line) : new String[0];
        try {
            if (fields.length == FIELDS || fields.length == FEWEST_FIELDS) {
                rates.put(new Key(fields[0], Integer.parseInt(fields[1]), Integer.parseInt(fields[2])),
                        new Rate(Integer.parseInt(fields[3]), Double.parseDouble(fields[4]),
                                fields.length == FIELDS ? Double.parseDouble(fields[5]) : Double.NaN));
                return;
            }
        } catch (NumberFormatException notANumber) {
            // a wrong number leads to the refusal at the end of the method
        }
        throw new IOException(file + ", line " + number + ": expected \"job\",n,round,nb,gflops,before, found `" + line
                + "`: correct it, or begin with another folder");
    }

    private static String[] quoted(String line) {
        int end = line.indexOf("\",", 1);
        if (end < 0) {
            return new String[0];
        }
        return (line.substring(1, end).replace(",", "\u0000") + line.substring(end + 1)).transform(flat -> {
            String[] fields = flat.split(",", -1);
            fields[0] = fields[0].replace('\u0000', ',');
            return fields;
        });
    }

    /** Returns the rate of a job, order and round; empty where it has not been measured. */
    public Optional<Rate> get(SlowedJob job, int n, int round) {
        return Optional.ofNullable(rates.get(new Key(job.key(), n, round)));
    }

    /** Adds a measurement, also to the file. */
    public void add(SlowedJob job, int n, int round, Rate rate) throws IOException {
        rates.put(new Key(job.key(), n, round), rate);
        Files.writeString(file, String.format(Locale.ROOT, "\"%s\",%d,%d,%d,%.4f,%.3f%n", job.key(), n, round, rate.nb(), rate.gflops(),
                rate.before()), StandardOpenOption.APPEND);
    }
}
