package hplhetero.run.history;

import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.KeptTest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The options for which results are asked for. An option that is not given lets all results pass. */
final class HistoryFilter {
    @Option(names = {"--host"}, paramLabel = "NAME", description = "Only results in which this host took part.")
    private String host;

    @Option(names = {"-N"}, paramLabel = "n", description = "Only results of this order of the matrix A.")
    private Integer n;

    @Option(names = {"--program"}, paramLabel = "TEXT",
            description = "Only results of programs whose name or version contains this text, such as 0.1.0 or HPLinpack.")
    private String program;

    @Option(names = {"--since"}, paramLabel = "DATE",
            description = "Only results that began on this day or later, such as 2026-01-31, or within this many days, such as 30d.")
    private String since;

    @Option(names = {"--last"}, paramLabel = "n",
            description = "Only this many of the newest results; default: 20 on the screen, all in files and pictures.")
    private Integer last;

    /**
     * A result and its number.
     *
     * @param number the number by which users name the result: its place among all that were kept, from 1
     * @param test   the result
     */
    record Numbered(int number, KeptTest test) {
    }

    /**
     * Returns the results that pass, the newest last.
     *
     * @param kept all results of the history, in the order of their numbers
     * @param most the most results to return, where the user does not say
     * @throws InputException when a value cannot be used
     */
    List<Numbered> of(List<KeptTest> kept, int most) {
        Instant from = since == null ? Instant.MIN : since(since.strip());
        int count = last == null ? most : last;
        if (count < 1) {
            throw new InputException("--last " + count + ": must be at least 1");
        }
        List<Numbered> passed = IntStream.range(0, kept.size()).mapToObj(i -> new Numbered(i + 1, kept.get(i)))
                .filter(one -> passes(one.test(), from)).sorted(Comparator.comparing((Numbered one) -> one.test().entry().start()))
                .toList();
        return passed.subList(Math.max(0, passed.size() - count), passed.size());
    }

    private boolean passes(KeptTest test, Instant from) {
        HistoryEntry entry = test.entry();
        return (host == null || test.environment().hosts().contains(host) || entry.machine().equals(host))
                && (n == null || entry.n() == n)
                && (program == null || entry.program().contains(program))
                && !entry.start().isBefore(from);
    }

    private static Instant since(String text) {
        try {
            if (text.endsWith("d")) {
                return Instant.now().minus(Duration.ofDays(OptionText.integer("--since", text.substring(0, text.length() - 1), 0)));
            }
            return LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeException | InputException no) {
            throw new InputException("--since " + text + ": expected a day such as 2026-01-31, or a number of days such as 30d", no);
        }
    }
}
