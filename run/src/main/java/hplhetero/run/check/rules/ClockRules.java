package hplhetero.run.check.rules;

import hplhetero.run.facts.HostFacts.ClockGroup;
import hplhetero.run.facts.HostFacts.Processor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The rules for governors, clock limits and heat: whether cores run as fast as they can. */
final class ClockRules {
    private static final String PERFORMANCE = "performance";
    /** Governors that keep the clock where it is, or at its lowest, whatever work there is. */
    private static final Set<String> FIXED = Set.of("powersave", "userspace");
    /** Pattern of drivers whose powersave governor raises the clock when there is work. */
    private static final String ADAPTIVE_DRIVER = ".*pstate.*";
    /** Share of the processor's highest clock below which a limit counts as set by somebody. */
    private static final double FREE_CLOCK_SHARE = 0.98;

    private ClockRules() {
    }

    /** Returns what is wrong with the clocks, governors and heat of the hosts. */
    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        for (CheckedHost host : evidence.hosts()) {
            host.facts().processor().clocks().forEach(group -> group(found, host.name(), group));
            heat(found, host.name(), host.facts().processor());
        }
        return found;
    }

    private static void group(List<Problem> found, String host, ClockGroup group) {
        String remedy = "cpupower frequency-set -g " + PERFORMANCE;
        if (!group.governor().isEmpty() && !group.governor().equals(PERFORMANCE)) {
            String what = "governor=" + group.governor() + " (" + group.driver() + ") on " + group.threads() + " hardware thread(s)";
            if (FIXED.contains(group.governor()) && !group.driver().matches(ADAPTIVE_DRIVER)) {
                found.add(Problem.trouble(host, what + ": the clock does not rise with the work", remedy));
            } else {
                found.add(Problem.note(host, what + ": the clock rises with the work, but with a delay", remedy));
            }
        }
        if (group.limitGigahertz() > 0 && group.limitGigahertz() < FREE_CLOCK_SHARE * group.maxGigahertz()) {
            found.add(Problem.trouble(host, Units.format("the clock of %d hardware thread(s) is limited to %.2f of %.2f GHz",
                    group.threads(), group.limitGigahertz(), group.maxGigahertz()),
                    Units.format("cpupower frequency-set -u %.0fMHz", 1e3 * group.maxGigahertz())));
        }
    }

    private static void heat(List<Problem> found, String host, Processor processor) {
        if (processor.throttledNow() > 0) {
            found.add(Problem.trouble(host, "cores are too hot: slowed " + processor.throttledNow() + " time(s) during the check",
                    "check the fans, dust and the temperature of the room; 'sensors' shows core temperatures"));
        } else if (processor.throttles() > 0) {
            found.add(Problem.note(host, "cores were slowed because of heat " + processor.throttles() + " time(s) since the host started",
                    "run './hpl check' again after a run: if the count has grown, the cooling is too weak"));
        }
    }
}
