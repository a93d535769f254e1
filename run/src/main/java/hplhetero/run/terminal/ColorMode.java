package hplhetero.run.terminal;

import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** The rule that says whether messages are coloured. */
public enum ColorMode {
    /** Colours on a terminal that can show them, where nobody has set NO_COLOR (no-color.org). */
    AUTO, ALWAYS, NEVER;

    /**
     * Returns whether to colour.
     *
     * @param terminal    whether standard error is a terminal
     * @param environment the environment of this process
     */
    Ansi decided(boolean terminal, Map<String, String> environment) {
        boolean wanted = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
        return this == ALWAYS || this == AUTO && wanted ? Ansi.ON : Ansi.OFF;
    }
}
