package hplhetero.run.history;

import hplhetero.input.text.InputException;
import hplhetero.results.history.Duplicates;
import hplhetero.results.history.Environment;
import hplhetero.results.history.History;
import hplhetero.results.history.KeptTest;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code hpl import}, which adds results of earlier runs, also of other programs, to the history. */
@Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false, header = "Adds results of HPL.out files to the history.",
        description = {"Reads files of netlib's HPL, of programs made from it (Intel's, AMD's, NVIDIA's, HPCC), and of 'hpl run --json'. "
                + "Lines may be indented or labelled, as by Ansible, srun --label or mpirun --tag-output. Tests that the history has "
                + "already are not added again.", ""},
        footer = {"", "Exit code: 0 all files read, 1 some files cannot be read or have no result, 2 no file has a result."})
public final class ImportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "HPL.out", description = "The files; - for standard input.")
    private List<Path> files;

    @Option(names = {"--host"}, paramLabel = "NAME", defaultValue = "",
            description = "Name of the host that ran the tests; netlib's text does not name it.")
    private String host;

    @Override
    public Integer call() throws IOException {
        SequencedMap<Path, List<KeptTest>> read = new LinkedHashMap<>();
        List<InputException> refused = new ArrayList<>();
        for (Path file : files) {
            try {
                read.put(file, Results.file(file, host));
            } catch (InputException bad) {
                refused.add(bad);
            }
        }
        if (read.isEmpty()) {
            refused.stream().skip(1).forEach(bad -> StandardError.say(bad.getMessage()));
            throw refused.getFirst();
        }
        History history = Results.history();
        Duplicates duplicates = new Duplicates(Results.kept(history).tests());
        List<KeptTest> fresh = new ArrayList<>();
        List<String> told = new ArrayList<>();
        read.forEach((file, tests) -> {
            List<KeptTest> added = duplicates.withoutThem(tests);
            fresh.addAll(added);
            told.add(file + ": " + added.size() + " added" + remarks(tests.size() - added.size(), added));
        });
        keep(history, fresh);
        told.forEach(System.out::println);
        refused.forEach(bad -> StandardError.say(bad.getMessage()));
        return refused.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static String remarks(int known, List<KeptTest> added) {
        long undated = added.stream().filter(test -> test.environment().fact(Environment.TIME).isPresent()).count();
        return (known > 0 ? ", " + known + " were there already" : "")
                + (undated > 0 ? "; the file does not say when " + undated + " of them ran: they get the file's time" : "");
    }

    private static void keep(History history, List<KeptTest> tests) {
        try {
            history.append(tests);
        } catch (IOException cannot) {
            throw new InputException(history.file() + " cannot be written (" + cannot.getMessage() + "): choose another folder with "
                    + "XDG_DATA_HOME", cannot);
        }
    }
}
