package hplhetero.results.history;

import hplhetero.results.Samples;
import java.nio.file.Path;
import java.util.List;

/** A process that keeps tests. */
final class HistoryAppender {
    private HistoryAppender() {
    }

    /** Its arguments are the folder, the name of the run, and how many tests, each of which is appended alone. */
    public static void main(String[] arguments) throws Exception {
        History history = new History(Path.of(arguments[0]));
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            KeptTest test = KeptTest.of(arguments[1], Samples.sweep(Samples.parameters(16), Samples.sample()), Samples.START).getFirst();
            history.append(List.of(new KeptTest(arguments[1], i, test.entry(), test.environment())));
        }
    }
}
