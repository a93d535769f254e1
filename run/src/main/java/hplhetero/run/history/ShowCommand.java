package hplhetero.run.history;

import hplhetero.results.format.Page;
import hplhetero.results.history.Environment;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.terminal.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code hpl history show}, which tells everything that is kept of results. */
@Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false, header = "Shows all that is kept of results.",
        description = {"Tells the numbers of each test, and with what it ran: program and commit, command line, job, and what is known of "
                + "the hosts.", ""},
        footer = {"", "Exit code: 0 done, 2 there is no such result, or a file cannot be used."})
final class ShowCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "RESULT", defaultValue = "last",
            description = "The number of a test that 'hpl history' shows, last (the last run, the default), last~1 (the run before), or "
                    + "a file of 'hpl run --json'.")
    private String name;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        System.out.print(text(Results.named(name, Results.history()).tests(), shown.page()));
        return ExitCode.OK;
    }

    /** Returns a paragraph for each test. A value that does not fit its line goes on in further lines, indented. */
    private static String text(List<KeptTest> tests, Page page) {
        StringBuilder text = new StringBuilder();
        for (KeptTest test : tests) {
            text.append(text.isEmpty() ? "" : "\n");
            Map<String, String> lines = lines(test);
            int width = lines.keySet().stream().mapToInt(String::length).max().orElseThrow() + 2;
            lines.forEach((name, value) -> text.append(page.fold(String.format(Locale.ROOT, "%-" + width + "s%s", name + ":",
                    Shown.name(value)) + "\n")));
        }
        return text.toString();
    }

    private static Map<String, String> lines(KeptTest test) {
        HistoryEntry entry = test.entry();
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("test", entry.variant() + " N=" + entry.n() + " NB=" + entry.nb() + " P=" + entry.p() + " Q=" + entry.q());
        lines.put("status", HistoryLines.word(entry.status()));
        lines.put("began", Shown.minute(entry.start()));
        lines.put("rate", Shown.number(entry.gflops()) + " GFLOPS, " + Shown.percent(entry.rpeakShare(), "%.1f") + " of Rpeak, "
                + Shown.number(entry.seconds()) + " s");
        if (Double.isFinite(entry.joules())) {
            lines.put("energy", Shown.number(entry.joules()) + " J, " + Shown.number(entry.joules() / entry.seconds()) + " W");
        }
        lines.put("machine", entry.machine());
        Environment environment = test.environment();
        environment.facts().forEach(lines::putIfAbsent);
        return lines;
    }
}
