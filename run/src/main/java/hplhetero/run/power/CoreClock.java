package hplhetero.run.power;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The clock of the cores that work. It is the mean of the fastest cores at the moment, as many as there are threads, because the other
 * cores have nothing to do and may be slow. No sample should be taken at the beginning or the end of a test. Owner: one thread at a time.
 */
final class CoreClock {
    private static final double MEGA_OF_KILO = 1e-3;
    /** The most cores whose clock is read. */
    private static final int MOST_CORES = 64;

    private final Reading[] clocks;
    /** Number of cores that work, at most as many as there are readings. */
    private final int busy;
    /** Clocks of one sample in kHz, ascending once sorted; overwritten by each sample. */
    private final long[] kilohertz;
    /** Number of samples since {@link #begin}. */
    private int samples;
    /** Sum of the samples in MHz. */
    private double sum;
    /** Highest sample so far in MHz. */
    private double highest;
    /** Highest sample up to the lowest one, in MHz; NaN without samples. */
    private double from;
    /** Lowest sample so far in MHz; infinite without samples. */
    private double least;
    /** The last sample in MHz; NaN where it told nothing. */
    private double last = Double.NaN;

    private CoreClock(List<? extends Reading> clocks, int threads) {
        this.clocks = clocks.toArray(Reading[]::new);
        busy = Math.clamp(threads, 1, clocks.size());
        kilohertz = new long[clocks.size()];
    }

    /**
     * Returns the clock of a host's cores. Empty where the system does not tell, or tells a number that never changes, as in virtual
     * machines.
     *
     * @param root    the folder that holds {@code proc} and {@code sys}
     * @param cpus    one hardware thread of each core in use
     * @param threads number of threads that work on these cores
     */
    static Optional<CoreClock> of(Path root, List<Integer> cpus, int threads) {
        List<Integer> some = cpus.stream().limit(MOST_CORES).toList();
        List<SysfsFile> files = some.stream().map(cpu -> SysfsFile.of(root.resolve("sys/devices/system/cpu/cpu" + cpu
                + "/cpufreq/scaling_cur_freq"))).flatMap(Optional::stream).toList();
        if (!files.isEmpty()) {
            return Optional.of(new CoreClock(files, threads));
        }
        return CpuInfo.of(root.resolve("proc/cpuinfo")).map(table -> new CoreClock(some.stream().map(table::reading).toList(), threads))
                .filter(clock -> clock.clocks.length > 0);
    }

    /** Forgets all samples, because a new test begins. */
    void begin() {
        samples = 0;
        sum = 0;
        highest = 0;
        from = Double.NaN;
        least = Double.POSITIVE_INFINITY;
    }

    /** Takes a sample: the mean clock of the fastest cores now. */
    void sample() {
        for (int i = 0; i < clocks.length; i++) {
            kilohertz[i] = clocks[i].read();
        }
        Arrays.sort(kilohertz);
        double total = 0;
        int told = 0;
        for (int i = kilohertz.length - 1; i >= kilohertz.length - busy; i--) {
            if (kilohertz[i] > 0) {
                total += kilohertz[i];
                told++;
            }
        }
        last = told > 0 ? total / told * MEGA_OF_KILO : Double.NaN;
        if (told > 0) {
            take(last);
        }
    }

    private void take(double megahertz) {
        samples++;
        sum += megahertz;
        highest = Math.max(highest, megahertz);
        if (megahertz < least) {
            least = megahertz;
            from = highest;
        }
    }

    /** Returns the last sample, in MHz; NaN where the system told nothing. */
    double last() {
        return last;
    }

    /** Returns the mean of the samples, in MHz; NaN where no sample was taken. */
    double mean() {
        return samples == 0 ? Double.NaN : sum / samples;
    }

    /** Returns the lowest sample, in MHz; NaN where no sample was taken. */
    double least() {
        return samples == 0 ? Double.NaN : least;
    }

    /** Returns the highest sample up to the moment of the lowest one, in MHz; NaN where no sample was taken. */
    double highestBefore() {
        return from;
    }

    /** The file {@code /proc/cpuinfo}, with lines {@code processor : 0} and {@code cpu MHz : 2300.000} for each hardware thread. */
    private static final class CpuInfo {
        private static final byte[] PROCESSOR = "processor".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] MEGAHERTZ = "cpu MHz".getBytes(StandardCharsets.US_ASCII);
        private static final int GROWTH_BYTES = 4096;

        private final FileChannel channel;
        private final ByteBuffer text;
        /** Clocks in kHz, indexed by hardware thread; 0 where the file tells none. */
        private final long[] kilohertz;
        /** Number of readings made, of which number 0 reads the file. */
        private int readers;

        private CpuInfo(FileChannel channel, int bytes, int processors) {
            this.channel = channel;
            text = ByteBuffer.allocateDirect(bytes + GROWTH_BYTES);
            kilohertz = new long[processors];
        }

        static Optional<CpuInfo> of(Path file) {
            try {
                String all = Files.readString(file);
                boolean real = all.contains("cpu MHz") && !all.contains(" hypervisor");
                return real ? Optional.of(new CpuInfo(FileChannel.open(file, StandardOpenOption.READ), all.length(),
                        (int) all.lines().filter(line -> line.startsWith("processor")).count())) : Optional.empty();
            } catch (IOException none) {
                return Optional.empty();
            }
        }

        /**
         * Returns a reading of the clock of one hardware thread, in kHz. The reading that was made first reads the file when it is read,
         * and all others return numbers of that time, so it must be read before them.
         *
         * @param cpu number of the hardware thread
         */
        Reading reading(int cpu) {
            int reader = readers++;
            return () -> {
                if (reader == 0) {
                    readAll();
                }
                return cpu < kilohertz.length && kilohertz[cpu] > 0 ? kilohertz[cpu] : Reading.UNKNOWN;
            };
        }

        private void readAll() {
            Arrays.fill(kilohertz, 0);
            try {
                text.clear();
                while (text.hasRemaining() && channel.read(text, text.position()) > 0) {
                    // reads until the end of the file
                }
                text.flip();
            } catch (IOException gone) {
                return;
            }
            int cpu = -1;
            for (int line = 0; line < text.limit(); line = next(line)) {
                if (starts(line, PROCESSOR)) {
                    cpu = (int) thousandths(line) / 1000;
                } else if (cpu >= 0 && cpu < kilohertz.length && starts(line, MEGAHERTZ)) {
                    kilohertz[cpu] = thousandths(line);
                }
            }
        }

        private boolean starts(int line, byte[] word) {
            boolean same = line + word.length <= text.limit();
            for (int i = 0; same && i < word.length; i++) {
                same = text.get(line + i) == word[i];
            }
            return same;
        }

        private int next(int line) {
            int at = line;
            while (at < text.limit() && text.get(at) != '\n') {
                at++;
            }
            return at + 1;
        }

        /** Returns the number behind the colon of a line, in thousandths. */
        private long thousandths(int line) {
            long value = 0;
            int behind = -1;
            int at = line;
            while (at < text.limit() && text.get(at) != ':') {
                at++;
            }
            for (at++; at < text.limit() && text.get(at) != '\n' && behind < 3; at++) {
                int digit = Character.digit(text.get(at), 10);
                if (text.get(at) == '.') {
                    behind = 0;
                } else if (digit >= 0) {
                    value = value * 10 + digit;
                    behind += behind >= 0 ? 1 : 0;
                }
            }
            for (int i = Math.max(0, behind); i < 3; i++) {
                value *= 10;
            }
            return value;
        }
    }
}
