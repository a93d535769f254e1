package hplhetero.results.netlib;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes what starters, loggers and terminals put before the lines of a program. Lines are grouped by the process that wrote them, so that
 * reports that several processes wrote at the same time do not mix.
 */
final class Labels {
    /** Colours and other terminal codes, such as {@code ESC [ 1 m}. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

    /** The known forms of labels. The group {@code who} names the writer of a line; a form without this group does not tell the writer. */
    private static final List<Pattern> FORMS = Stream.of(
            // times as ISO 8601 has them, with or without brackets and a logger's level
            "\\[?\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?\\]?:?(?: (?:INFO|DEBUG|stdout):?)? ",
            // mpirun --timestamp-output of Open MPI 4, a label of --tag-output behind the time or the stream alone
            "[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d \\d{2}:\\d{2}:\\d{2} \\d{4}(?:<std(?:out|err)>: ?|(?=\\[))",
            // times as ts and syslog have them
            "[A-Z][a-z]{2} [ \\d]\\d \\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)? ",
            // times alone, before a label that begins like a time
            "\\[?\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?\\]? ",
            // srun --label
            "(?<who>\\d+): ?",
            // mpiexec -l of MPICH
            "\\[(?<who>\\d+)\\] ?",
            // mpirun --tag-output of Open MPI 4; of Open MPI 5, where PRRTE starts
            "\\[(?<who>(?:[\\w.-]+@)?\\d+,\\d+)\\]<std(?:out|err)>: ?").map(form -> Pattern.compile("\\s*" + form)).toList();

    private Labels() {
    }

    /**
     * A line without its labels.
     *
     * @param who  name of the process that wrote the line; empty where no label says it
     * @param text the line without labels
     */
    private record Line(String who, String text) {
    }

    /** Returns lines without their labels, grouped by process, in the order of each process' first line. Indentation is left as it is. */
    static SequencedCollection<List<String>> parted(Stream<String> lines) {
        SequencedMap<String, List<String>> byProcess = lines.map(Labels::read).collect(Collectors.groupingBy(Line::who, LinkedHashMap::new,
                Collectors.mapping(Line::text, Collectors.toCollection(ArrayList::new))));
        return byProcess.sequencedValues();
    }

    private static Line read(String line) {
        Line read = new Line("", COLOUR.matcher(line).replaceAll(""));
        for (Line before = null; before != read;) {
            before = read;
            for (Pattern form : FORMS) {
                Matcher label = form.matcher(read.text());
                if (label.lookingAt()) {
                    boolean tells = form.namedGroups().containsKey("who");
                    read = new Line(tells ? label.group("who") : read.who(), read.text().substring(label.end()));
                }
            }
        }
        return read;
    }
}
