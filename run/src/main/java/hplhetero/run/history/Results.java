package hplhetero.run.history;

import hplhetero.blas.environment.DataFolder;
import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import hplhetero.results.history.History;
import hplhetero.results.history.KeptTest;
import hplhetero.results.json.JsonReader;
import hplhetero.results.netlib.NetlibReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tests that a user has named.
 *
 * @param name  the name that the user gave
 * @param tests the tests, at least one
 */
record Results(String name, List<KeptTest> tests) {
    private static final Pattern LAST = Pattern.compile("last(?:~(\\d{1,9}))?");
    private static final Pattern NUMBER = Pattern.compile("#?(\\d{1,9})");

    /** Returns the user's own history. */
    static History history() {
        return new History(DataFolder.ofUser());
    }

    /**
     * Returns what a history has kept.
     *
     * @throws UncheckedIOException where the history cannot be read
     */
    static History.Kept kept(History history) {
        try {
            return history.read();
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }

    /**
     * Finds the tests that a name stands for.
     *
     * @param name    a file of results; else {@code last}, the last run that is kept, {@code last~1}, the one before it, or the number of a
     *                test in the history
     * @param history the user's history
     * @throws InputException where there are none
     */
    static Results named(String name, History history) {
        Matcher last = LAST.matcher(name);
        Matcher number = NUMBER.matcher(name);
        if (last.matches()) {
            return new Results(name, run(name, last.group(1) == null ? 0 : Integer.parseInt(last.group(1)), history));
        }
        if (number.matches() && !Files.exists(Path.of(name))) {
            List<KeptTest> all = kept(history).tests();
            int testNumber = Integer.parseInt(number.group(1));
            if (testNumber < 1 || testNumber > all.size()) {
                throw new InputException(name + ": no such result, " + all.size() + " are kept: give a number that 'hpl history' shows");
            }
            return new Results(name, List.of(all.get(testNumber - 1)));
        }
        Path file = Path.of(name);
        if (Files.notExists(file) && !TextFile.isStandardInput(file)) {
            throw new InputException(file + ": no such file: name a file, or last, last~1, or a number that 'hpl history' shows");
        }
        return new Results(name, file(file, ""));
    }

    /** Returns the tests of one run, counted back from the newest. */
    private static List<KeptTest> run(String name, int back, History history) {
        List<KeptTest> all = kept(history).tests();
        List<String> runs = all.stream().sorted(Comparator.comparing((KeptTest test) -> test.entry().start()).reversed())
                .map(KeptTest::run).distinct().toList();
        if (back >= runs.size()) {
            throw new InputException(name + ": " + runs.size() + " run(s) are kept: "
                    + (runs.isEmpty() ? "'hpl run' keeps each run" : "give last to last~" + (runs.size() - 1)));
        }
        return all.stream().filter(test -> test.run().equals(runs.get(back))).toList();
    }

    /**
     * Returns the tests of a file that {@code hpl run --json}, netlib's HPL or a program made of it has written.
     *
     * @param file the file; {@code -}: standard input
     * @param host the host where netlib's HPL, or a program made of it, ran; empty where nobody says it
     * @throws InputException where the file has no test
     */
    static List<KeptTest> file(Path file, String host) {
        return TextFile.bytes(file, TextFile.Kind.RESULTS, text -> tests(file, text, host));
    }

    private static List<KeptTest> tests(Path file, byte[] text, String host) {
        String run = UUID.randomUUID().toString();
        String name = TextFile.shown(file);
        try {
            Instant written = TextFile.isStandardInput(file) ? Instant.now() : Files.getLastModifiedTime(file).toInstant();
            List<KeptTest> tests = isJson(text) ? KeptTest.of(run, JsonReader.read(name, text), written)
                    : KeptTest.ofNetlib(run, NetlibReader.read(text, ZoneId.systemDefault()), host, written);
            if (tests.isEmpty()) {
                throw new InputException(name + ": " + NetlibReader.whyNone(text)
                        .orElse("has no result of a test: give a file that 'hpl run --json' or HPL has written"));
            }
            return tests;
        } catch (IOException cannot) {
            throw new InputException(cannot.getMessage() + " (reading " + file + ")", cannot);
        }
    }

    private static boolean isJson(byte[] text) {
        int first = 0;
        while (first < text.length && Character.isWhitespace(text[first])) {
            first++;
        }
        return first < text.length && text[first] == '{';
    }
}
