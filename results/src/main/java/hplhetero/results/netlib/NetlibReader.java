package hplhetero.results.netlib;

import hplhetero.hpl.result.CheckStatus;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads tests from the output of netlib's HPL, of programs made from it, and of {@link NetlibReport}. Lines that the reader does not know
 * are passed over, because scripts put words of their own around a run. Several outputs may stand in one text, lines may be indented or
 * labelled ({@link Labels}), and the text may be UTF-16.
 *
 * <p>The reader knows HPL 1.0 to 2.3, HPL within HPCC, Intel's and AMD's variants, and rocHPL. It knows NVIDIA's variant, which writes its
 * own banner before netlib's and a second rate in brackets. It also knows tables of comma-separated values under netlib's titles, as hplx
 * keeps them.
 */
public final class NetlibReader {
    /** The banner of a program, such as {@code HPLinpack 2.3  --  High-Performance ...}. */
    private static final Pattern BANNER = Pattern.compile("\\s*((?:HPL|hpl)[\\w.-]*(?: v?\\d[\\w.]*)?)\\s+--\\s.*");
    /** The row of a test. A decimal comma comes from the locale in which somebody ran the program. */
    private static final Pattern ROW = Pattern.compile("(W[RC]\\w*)\\s+(\\d{1,9})\\s+(\\d{1,9})\\s+(\\d{1,9})\\s+(\\d{1,9})"
            + "\\s+(\\d+[.,]\\d+)\\s+(\\d+(?:[.,]\\d+)?(?:e[+-]?\\d+)?)(?:\\s+\\(.*\\))?\\s*");
    private static final String CSV_TITLES = "T/V,N,NB,P,Q,Time,Gflops";
    private static final Pattern CSV_ROW = Pattern.compile(
            "(W[RC]\\w*),(\\d{1,9}),(\\d{1,9}),(\\d{1,9}),(\\d{1,9}),(\\d+\\.\\d+),(\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)");
    /** The largest number of lines between the banner of a program made from HPL and netlib's own banner. */
    private static final int SECOND_BANNER_LINES = 4;
    private static final Pattern START = Pattern.compile("HPL_pdgesv\\(\\) start time\\s+\\S+\\s+(.*\\S)\\s*");
    private static final DateTimeFormatter CTIME = DateTimeFormatter.ofPattern("MMM d HH:mm:ss yyyy", Locale.ENGLISH);
    private static final Pattern CHECK = Pattern.compile("\\|\\|Ax-b\\|\\|_oo.*\\.{6} (PASSED|FAILED)\\s*");
    private static final Pattern SKIPPED = Pattern.compile(
            ">>> (W[RC]\\w*) N=(\\d{1,9}) NB=(\\d{1,9}) P=(\\d{1,9}) Q=(\\d{1,9}): .* Skip\\. <<<");
    /** The clock that HPCC writes after each of its parts. */
    private static final Pattern CLOCK = Pattern.compile("Current time \\((\\d{1,12})\\) is .*");
    private static final Pattern HPCC_HOST = Pattern.compile("Hostname: '(.*)'\\s*");
    private static final Pattern OURS = Pattern.compile("# hpl-hetero (.+)");
    /** The title above this program's lines about one test. */
    private static final Pattern TITLE = Pattern.compile("\\b(W[RC]\\w*) N=(\\d{1,9}) NB=(\\d{1,9}) P=(\\d{1,9}) Q=(\\d{1,9}): ");
    private static final int TITLE_VALUES = 5;
    private static final Pattern MOVED = Pattern.compile("# +moved: .*");
    private static final Pattern ENTRY = Pattern.compile("# (\\w+): +(.*)");
    private static final String NETLIB = "HPLinpack";
    private static final Pattern QUOTED = Pattern.compile("(?m)^\\s*>\\s*HPLinpack ");
    private static final String SLOWED = "ranks were slowed ";
    /** The number of the group of a row that has the rate. */
    private static final int RATE = 7;
    /** The number of the group of a row that has the seconds. */
    private static final int SECONDS = 6;

    private final ZoneId zone;
    private final List<Row> rows = new ArrayList<>();
    private Output output = new Output();
    /** The host that HPCC names once for all of its parts; empty where none was named. */
    private String hpccHost = "";

    /** The facts known of one run of a program. Some of its lines may come after its tests. */
    private static final class Output {
        private String program = "";
        private String host = "";
        private String cpu = "";
        private String slowdown = "";
        private boolean begun;
        private boolean checks;
        private boolean ended;
        private boolean csv;
        /** Number of lines since the banner. */
        private int lines;
        /** The latest title of lines about one test; null before the first. */
        private Matcher title;
    }

    /** A test to which later lines may add facts. */
    private static final class Row {
        private final Output output;
        private final Matcher fields;
        private Optional<Instant> start = Optional.empty();
        private Optional<CheckStatus> status = Optional.empty();
        private boolean moved;

        Row(Output output, Matcher fields) {
            this.output = output;
            this.fields = fields;
        }

        NetlibTest test() {
            int n = number(2);
            boolean run = fields.groupCount() >= RATE;
            double gflops = run ? decimal(fields.group(RATE)) : 0;
            double seconds = run ? decimal(fields.group(SECONDS)) : 0;
            double flops = (double) n * n * (2.0 * n / 3.0 + 1.5);
            return new NetlibTest(output.program, output.host, output.cpu, output.slowdown, fields.group(1), n, number(3), number(4),
                    number(5), seconds == 0 && gflops > 0 ? flops / 1e9 / gflops : seconds, gflops, start, moved,
                    status.orElseGet(this::unsaid));
        }

        /** Returns the status of a test without a check: UNCHECKED if the text came to its end or announced no check, else CHECKING. */
        private CheckStatus unsaid() {
            return output.ended || output.begun && !output.checks ? CheckStatus.UNCHECKED : CheckStatus.CHECKING;
        }

        /** Returns whether this test has the values of a title such as {@code WR11C2R4 N=8000 NB=160 P=1 Q=2}, in this order. */
        boolean isOf(Matcher title) {
            return IntStream.rangeClosed(1, TITLE_VALUES).allMatch(i -> title.group(i).equals(fields.group(i)));
        }

        private static double decimal(String text) {
            return Double.parseDouble(text.replace(',', '.'));
        }

        private int number(int group) {
            return Integer.parseInt(fields.group(group));
        }
    }

    private NetlibReader(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Returns the tests of a text in its order, grouped by process where lines are labelled; none where the text has no test. Skipped tests
     * are included if the text says which they were, as texts of {@link NetlibReport} do.
     *
     * @param text the text, in Latin-1 or, with a byte order mark, UTF-16
     * @param zone time zone of the times in the text, which name none
     */
    public static List<NetlibTest> read(byte[] text, ZoneId zone) {
        List<NetlibTest> tests = new ArrayList<>();
        for (List<String> lines : Labels.parted(decoded(text).lines())) {
            NetlibReader reader = new NetlibReader(zone);
            lines.forEach(line -> reader.line(line.strip()));
            reader.rows.stream().map(Row::test).forEach(tests::add);
        }
        return List.copyOf(tests);
    }

    /** Returns why a text has no tests, with the remedy, if the text is of a kind that people mistake for a result; else empty. */
    public static Optional<String> whyNone(byte[] text) {
        String all = decoded(text);
        if (all.contains("HPL-MxP") || all.contains("HPL-AI")) {
            return Optional.of("is the output of HPL-MxP, another benchmark, whose mixed-precision rates cannot be compared: give a file"
                    + " that HPL has written");
        }
        if (all.contains("Final Score:")) {
            return Optional.of("is what rocHPL prints to the terminal: give the file with its results, which line 3 of its HPL.dat names"
                    + " (HPL.out)");
        }
        if (QUOTED.matcher(all).find()) {
            return Optional.of("is quoted as in a mail, and quoting breaks lines: give the file itself that HPL"
                    + " has written, as an attachment");
        }
        return Optional.empty();
    }

    /** Returns the text as characters: UTF-16 where it begins with the byte order mark that PowerShell writes, else Latin-1. */
    private static String decoded(byte[] text) {
        boolean utf16 = text.length > 1 && (text[0] == (byte) 0xff && text[1] == (byte) 0xfe || text[0] == (byte) 0xfe
                && text[1] == (byte) 0xff);
        return new String(text, utf16 ? StandardCharsets.UTF_16 : StandardCharsets.ISO_8859_1);
    }

    private void line(String line) {
        output.lines++;
        Matcher row = (output.csv ? CSV_ROW : ROW).matcher(line);
        Matcher skipped = SKIPPED.matcher(line);
        Matcher check = CHECK.matcher(line);
        if (row.matches()) {
            rows.add(new Row(output, row));
        } else if (skipped.matches()) {
            Row test = new Row(output, skipped);
            test.status = Optional.of(CheckStatus.SKIPPED);
            rows.add(test);
        } else if (check.matches() && !rows.isEmpty()) {
            checked(rows.getLast(), CheckStatus.valueOf(check.group(1)));
        } else {
            around(line);
        }
    }

    /** Sets the status of a test. HPL 1.0 makes three checks of a test, all of which must pass. */
    private static void checked(Row test, CheckStatus status) {
        if (test.status.isEmpty() || status == CheckStatus.FAILED) {
            test.status = Optional.of(status);
        }
    }

    private void around(String line) {
        Matcher banner = BANNER.matcher(line);
        Matcher start = START.matcher(line);
        Matcher clock = CLOCK.matcher(line);
        Matcher host = HPCC_HOST.matcher(line);
        if (banner.matches()) {
            if (!output.begun || output.lines > SECOND_BANNER_LINES || output.program.startsWith(NETLIB)) {
                begin(banner.group(1));
            }
        } else if (line.equals(CSV_TITLES)) {
            begin("CSV");
            output.csv = true;
        } else if (start.matches() && !rows.isEmpty()) {
            rows.getLast().start = time(start.group(1));
        } else if (clock.matches()) {
            Instant now = Instant.ofEpochSecond(Long.parseLong(clock.group(1)));
            rows.stream().filter(test -> test.output == output && test.start.isEmpty()).forEach(test -> test.start = Optional.of(now));
        } else if (host.matches()) {
            hpccHost = host.group(1);
        } else if (line.contains("scaled residual check")) {
            output.checks = true;
        } else if (line.contains("tests completed without checking")) {
            output.ended = true;
        } else if (line.startsWith("#")) {
            ours(line);
        }
    }

    private void begin(String program) {
        output = new Output();
        output.program = program;
        output.host = hpccHost;
        output.begun = true;
    }

    private Optional<Instant> time(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text.replaceAll("\\s+", " "), CTIME).atZone(zone).toInstant());
        } catch (DateTimeException other) {
            return Optional.empty();
        }
    }

    private void ours(String line) {
        Matcher program = OURS.matcher(line);
        Matcher entry = ENTRY.matcher(line);
        Matcher title = TITLE.matcher(line);
        if (title.find()) {
            output.title = title;
        } else if (MOVED.matcher(line).matches() && output.title != null) {
            rows.stream().filter(test -> test.output == output && test.isOf(output.title)).forEach(test -> test.moved = true);
        } else if (program.matches()) {
            output.program = "hpl-hetero " + program.group(1);
        } else if (entry.matches()) {
            String value = entry.group(2);
            switch (entry.group(1)) {
                case "host", "hosts" -> output.host = output.host.isEmpty() ? value.replaceAll(",.*", "") : output.host;
                case "CPU" -> output.cpu = output.cpu.isEmpty() ? value.replaceAll(" \\(.*|, \\d+ physical cores$", "") : output.cpu;
                case "EMULATED" -> output.slowdown = value.startsWith(SLOWED) ? value.substring(SLOWED.length()).replaceAll(" times.*", "")
                        : value;
                default -> { }
            }
        }
    }
}
