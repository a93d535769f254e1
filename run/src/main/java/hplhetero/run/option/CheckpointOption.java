package hplhetero.run.option;

import hplhetero.input.text.InputException;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.resume.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options of a run whose state is kept on disk, so that it can be resumed. */
@Heading(Topic.RANKS)
public final class CheckpointOption {
    /** Signals at which a run with a state always writes it and ends, without the letters SIG before them. */
    public static final List<String> ALWAYS = List.of("INT", "TERM");
    private static final String NAME = "--checkpoint";
    private static final Duration USUAL = Duration.ofMinutes(20);
    private static final Pattern TIMED = Pattern.compile("(?<folder>.*):\\s*(?:every\\s*)?"
            + "(?<count>\\d+(?:\\.\\d+)?)\\s*(?<unit>s|min|h)");
    private static final long MOST_SECONDS = Duration.ofDays(365).toSeconds();

    @Option(names = {NAME}, paramLabel = "FOLDER[:20min]", description = "Keep the state of the run in this folder, on each host, so that "
            + "'hpl resume FOLDER' goes on after a crash, Ctrl-C or a time limit. It is written every 20 minutes, or as often as a time in "
            + "s, min or h behind a colon says (docs/checkpoint.md).")
    private String checkpoint;

    @Option(names = {"--signal"}, paramLabel = "NAME", description = "With " + NAME + ", write the state and end at this signal too, such "
            + "as USR1. INT (Ctrl-C) and TERM do so always.")
    private String signal;

    /**
     * Returns where the state of the run is kept; empty where the user did not ask for that.
     *
     * @throws InputException when the option cannot be used
     */
    public Optional<Place> place() {
        if (checkpoint == null && signal != null) {
            throw new InputException("--signal " + signal + ": says when the state is written, but no folder is given for it: add " + NAME
                    + " FOLDER");
        }
        return Optional.ofNullable(checkpoint).map(CheckpointOption::parse);
    }

    private static Place parse(String text) {
        Matcher timed = TIMED.matcher(text);
        String folder = timed.matches() ? timed.group("folder") : text;
        if (folder.isBlank()) {
            throw new InputException(NAME + " " + text + ": names no folder: write a folder, such as " + NAME + " states:5min");
        }
        return new Place(Path.of(folder), timed.matches() ? duration(text, timed) : USUAL);
    }

    private static Duration duration(String text, Matcher timed) {
        double unit = switch (timed.group("unit")) {
            case "h" -> 3600;
            case "min" -> 60;
            default -> 1;
        };
        double seconds = Double.parseDouble(timed.group("count")) * unit;
        if (seconds > MOST_SECONDS) {
            throw new InputException(NAME + " " + text + ": is longer than a year: choose a shorter time");
        }
        return Duration.ofMillis(Math.round(1000 * seconds));
    }

    /** Returns the names of the signals at which a run with a state writes it and ends, without the letters SIG before them. */
    public List<String> signals() {
        List<String> names = new ArrayList<>(ALWAYS);
        Optional.ofNullable(signal).map(name -> name.toUpperCase(Locale.ROOT).replaceFirst("^SIG", ""))
                .filter(name -> !names.contains(name)).ifPresent(names::add);
        return names;
    }
}
