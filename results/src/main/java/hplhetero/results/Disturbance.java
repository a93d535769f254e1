package hplhetero.results;

import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HealthEvent;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.Resumption;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An event that kept a test from the rate its machine reaches undisturbed.
 *
 * @param brief    a few words, for a line that also says other things
 * @param sentence the disturbance in a sentence, with numbers and names
 */
public record Disturbance(String brief, String sentence) {
    /** The share of its earlier value below which a clock counts as fallen. A processor may choose smaller falls by itself. */
    private static final double FALLEN = 0.9;
    private static final double MEGA_TO_GIGA = 1e-3;
    private static final int DIGITS = 3;

    /**
     * Returns the disturbances of a test: whether it was resumed, whether a rank's speed changed so that its block columns moved, what
     * happened on each host, and whether it was timed cold, before its code was compiled; empty where nothing notable was seen.
     */
    public static List<Disturbance> of(CaseResult result) {
        List<Disturbance> found = new ArrayList<>();
        Resumption how = result.resumption();
        if (how.happened()) {
            found.add(new Disturbance("resumed", "resumed " + (how.times() == 1 ? "once" : how.times() + " times") + ", last with "
                    + how.columns() + " of " + result.hplCase().n() + " columns factored after " + seconds(how.seconds())
                    + " s: the time adds up the parts that led to the result, so it is no result for the TOP500"));
        }
        SpeedChange.largest(result.adaptation()).ifPresent(change -> found.add(changed(change, result)));
        result.power().forEach(host -> others(host, found));
        result.power().forEach(host -> clock(host, found));
        result.power().forEach(host -> HealthEvent.latest(host.health()).stream().filter(event -> event.kind() != HealthEvent.Kind.SLOW)
                .forEach(event -> found.add(of(host.host(), event))));
        if (result.isCold()) {
            found.add(new Disturbance("timed cold", "cold: the Java compiler worked for " + seconds(result.compilerSeconds()) + " of "
                    + seconds(result.seconds()) + " s, so this is the rate of code not yet compiled: repeat the test (--repeat 2)"));
        }
        return List.copyOf(found);
    }

    /**
     * Returns the words about an event of a host's health, such as {@code node17 fell from 3.4 to 1.2 GHz after 240 s}.
     *
     * @param host  name of the host
     * @param event what happened there
     */
    public static Disturbance of(String host, HealthEvent event) {
        return HealthWords.of(FreeText.line(host), event);
    }

    /** Returns the words about a rank whose speed changed, such as {@code rank 3 on node3 slowed to 0.51 of its rate at the start}. */
    private static Disturbance changed(SpeedChange change, CaseResult result) {
        String at = String.format(Locale.ROOT, "%.2f of its rate", change.ratio());
        String host = result.ranks().stream().filter(rank -> rank.rank() == change.rank()).map(rank -> " on "
                + FreeText.line(rank.host())).findFirst().orElse("");
        return new Disturbance("rank " + change.rank() + " at " + at, "rank " + change.rank() + host
                + (change.ratio() < 1 ? " slowed to " : " sped up to ") + at + " at the start, compared with the other ranks, before "
                + NumberText.roundPercent(CaseMaps.factored(result.hplCase(), change.panel())) + " of the columns were factored");
    }

    private static void others(HostPower host, List<Disturbance> found) {
        HostLoad load = host.load();
        if (!load.isNotable()) {
            return;
        }
        String all = cores(load.cores()) + " cores";
        String name = FreeText.line(host.host());
        if (load.otherCores() >= load.stolenCores()) {
            found.add(new Disturbance("other processes took " + cores(load.otherCores()) + " of " + all, "other processes took "
                    + cores(load.otherCores()) + " of the " + all + " of " + name
                    + (load.busiest().isEmpty() ? "" : ": " + FreeText.line(load.busiest()))));
        } else {
            found.add(new Disturbance("other virtual machines took " + cores(load.stolenCores()) + " of " + all,
                    "other virtual machines on the same hardware took " + cores(load.stolenCores()) + " of the " + all + " of "
                    + name));
        }
    }

    /**
     * Adds a fallen or throttled clock of a host to what was found, such as {@code node2's clock fell from 3.4 to 1.9 GHz during the test:
     * throttled 12 times (heat or power), 97 degrees C at most}.
     */
    private static void clock(HostPower host, List<Disturbance> found) {
        boolean fell = host.leastMegahertz() < FALLEN * host.fromMegahertz();
        String throttled = host.throttled() <= 0 ? "" : "throttled " + (host.throttled() == 1 ? "once" : host.throttled() + " times");
        String hot = Double.isNaN(host.celsius()) ? "" : ", " + Math.round(host.celsius()) + " degrees C at most";
        String cause = throttled.isEmpty() ? "" : throttled + " (heat or power)" + hot;
        String name = FreeText.line(host.host());
        if (fell) {
            found.add(new Disturbance("clock fell to " + gigahertz(host.leastMegahertz()) + " GHz", name + "'s clock fell from "
                    + gigahertz(host.fromMegahertz()) + " to " + gigahertz(host.leastMegahertz()) + " GHz during the test"
                    + (cause.isEmpty() ? hot : ": " + cause)));
        } else if (!throttled.isEmpty()) {
            found.add(new Disturbance(throttled, name + " was " + cause));
        }
    }

    private static String gigahertz(double megahertz) {
        return String.format(Locale.ROOT, "%.1f", megahertz * MEGA_TO_GIGA);
    }

    private static String cores(double cores) {
        return cores == Math.rint(cores) ? String.valueOf((long) cores) : String.format(Locale.ROOT, "%.1f", cores);
    }

    private static String seconds(double seconds) {
        return NumberText.digits(seconds, DIGITS);
    }
}
