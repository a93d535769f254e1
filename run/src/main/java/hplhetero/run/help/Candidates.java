package hplhetero.run.help;

import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** The words of an option, for completion; picocli requires a class for each list. */
public abstract class Candidates implements Iterable<String> {
    private final Supplier<List<String>> words;

    /**
     * Makes a list of words.
     *
     * @param words returns the words in the order in which they are offered; called only when they are needed, not at each start
     */
    protected Candidates(Supplier<List<String>> words) {
        this.words = words;
    }

    @Override
    public final Iterator<String> iterator() {
        return words.get().iterator();
    }
}
