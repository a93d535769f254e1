package hplhetero.run.burnin;

import hplhetero.run.machine.ProcessStart;
import java.io.PrintStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What tells a process on a host from all others there, also from a later one with the same number. The process tells it when it starts,
 * so that it can be killed where it no longer hears anything.
 *
 * @param pid     number of the process
 * @param started when it started, in the kernel's ticks since the start of the host
 */
public record ProcessMark(long pid, long started) {
    private static final String MARK = "hpl-burnin-process ";
    private static final Pattern LINE = Pattern.compile(Pattern.quote(MARK) + "([0-9]{1,18}) ([0-9]{1,18})$");

    /** Prints the mark of this process as a line; nothing where the system does not tell of processes as Linux does. */
    public static void tell(PrintStream out) {
        ProcessStart.ticks().ifPresent(ticks -> {
            out.print(MARK + ProcessHandle.current().pid() + " " + ticks + "\n");
            out.flush();
        });
    }

    /** Reads a line; empty where it is no mark. */
    static Optional<ProcessMark> read(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        return matcher.find() ? Optional.of(new ProcessMark(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** Returns a script that kills this process on its host, and no other. */
    String killing() {
        return "[ \"$(sed 's/.*) //' /proc/" + pid + "/stat 2> /dev/null | cut -d' ' -f" + ProcessStart.FIELD + ")\" = " + started
                + " ] && kill -KILL " + pid;
    }
}
