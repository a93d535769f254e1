package hplhetero.input.choices;

import hplhetero.comm.select.Choice;
import hplhetero.comm.select.ChoiceKey;
import hplhetero.comm.select.Choices;
import hplhetero.comm.select.SizeClass;
import hplhetero.input.text.InputException;
import hplhetero.input.text.KeyedLine;
import hplhetero.input.text.TextFile;
import hplhetero.network.schedule.Collective;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a file of choices, which says which algorithm does which collective. */
public final class ChoicesFileReader {
    private static final String EXAMPLE = "choice bcast world bytes=1024-2047 algorithm=binomial state=fixed";
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,19})-([0-9]{1,19})");

    private ChoicesFileReader() {
    }

    /**
     * Returns the choices in a file, and the place where they were learnt; the place is empty where the file does not say it.
     *
     * @param path the file
     * @throws InputException if the file cannot be used, naming file, line, the text found, what was expected, and the remedy
     */
    public static Choices read(Path path) {
        return TextFile.read(path, TextFile.Kind.CHOICES, ChoicesFileReader::choices);
    }

    private static Choices choices(TextFile file) {
        String place = "";
        List<Choice> choices = new ArrayList<>();
        for (int i = 1; i <= file.lines().size(); i++) {
            KeyedLine line = KeyedLine.of(file.where(i), file.lines().get(i - 1)).orElse(null);
            if (line != null && line.keyword().equals("place")) {
                place = line.require(1, "place 0123456789abcdef").words().getFirst();
            } else if (line != null) {
                add(line, choices);
            }
        }
        return new Choices(place, choices);
    }

    private static void add(KeyedLine line, List<Choice> choices) {
        if (!line.keyword().equals("choice")) {
            throw line.refused("place or choice", line.keyword(), "write lines such as `" + EXAMPLE + "`");
        }
        Choice choice = choice(line);
        if (choices.stream().anyMatch(earlier -> earlier.key().equals(choice.key()))) {
            throw line.refused("each collective, communicator and size once", line.values().get("bytes"), "drop one of the two");
        }
        choices.add(choice);
    }

    private static Choice choice(KeyedLine line) {
        line.require(2, EXAMPLE, "bytes", "algorithm", "state", "predicted", "seen");
        Collective collective = Arrays.stream(Collective.values()).filter(each -> each.label().equals(line.words().getFirst())).findFirst()
                .orElseThrow(() -> line.refused("one of " + Arrays.stream(Collective.values()).map(Collective::label)
                        .collect(Collectors.joining(", ")), line.words().getFirst(), "name a collective"));
        Choice.State state = Arrays.stream(Choice.State.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(line.required("state", "state=fixed"))).findFirst()
                .orElseThrow(() -> line.refused("state=chosen, fixed or learning", line.values().get("state"), "give one of these"));
        String remedy = "give seconds, or drop the key";
        return new Choice(new ChoiceKey(collective, line.words().get(1), sizeClass(line)), line.required("algorithm", "algorithm=binomial"),
                state, line.positive("predicted", Double.NaN, "1e-5", remedy), line.positive("seen", Double.NaN, "1e-5", remedy),
                List.of());
    }

    private static int sizeClass(KeyedLine line) {
        String text = line.required("bytes", "bytes=1024-2047");
        Matcher range = RANGE.matcher(text);
        for (int number = 0; range.matches() && number < SizeClass.COUNT; number++) {
            if (text.equals(SizeClass.least(number) + "-" + SizeClass.most(number))) {
                return number;
            }
        }
        throw line.refused("bytes such as 1024-2047, from a power of two to one below the next, or 0-0", text, "give such a range");
    }
}
