package hplhetero.run.terminal;

import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** Whether what is said is coloured. */
public enum ColorMode {
    /** On a terminal that can, where nobody has set NO_COLOR (no-color.org). */
    AUTO, ALWAYS, NEVER;

    /** Colours, or none. */
    Ansi decided(boolean terminal, Map<String, String> environment) {
        boolean wanted = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
        return this == ALWAYS || this == AUTO && wanted ? Ansi.ON : Ansi.OFF;
    }
}
