package hplhetero.results;

import hplhetero.hpl.result.HealthEvent;
import java.util.Locale;

/** Says in words what happened to the health of a host. */
final class HealthWords {
    private static final double MEGA_TO_GIGA = 1e-3;
    private static final double GIBI = 0x1p30;
    private static final double MEBI = 0x1p20;

    private HealthWords() {
    }

    /**
     * Returns the words about an event.
     *
     * @param host  name of the host, without characters that harm a terminal
     * @param event what happened there
     */
    static Disturbance of(String host, HealthEvent event) {
        String after = " after " + Math.round(event.seconds()) + " s";
        String since = ", from " + Math.round(event.seconds()) + " s on";
        return switch (event.kind()) {
            case SLOW -> new Disturbance("clock fell to " + gigahertz(event.value()) + " GHz", host + " fell from "
                    + gigahertz(event.before()) + " to " + gigahertz(event.value()) + " GHz" + hot(" at ", event) + after);
            case UNCORRECTED_ERRORS -> new Disturbance(count(event, "memory error"), host + " has met " + count(event, "memory error")
                    + " that ECC could not correct" + since + ": do not trust its results, and have its memory tested");
            case CORRECTED_ERRORS -> new Disturbance(count(event, "corrected memory error"), host + " has met "
                    + count(event, "memory error") + " that ECC corrected" + since + ": have its memory tested");
            case LINK_DOWN -> new Disturbance("lost a link", host + " has lost a network link "
                    + (event.value() == 1 ? "once" : (long) event.value() + " times") + since + ": look at cables and switches");
            case LINK_ERRORS -> new Disturbance(count(event, "link error"), host + "'s network ports have counted "
                    + count(event, "error") + since + ": look at cables and switches");
            case SWAPPED -> new Disturbance("swapped " + bytes(event.value()), host + " has written " + bytes(event.value()) + " to swap"
                    + since + ": choose a smaller N, or end other programs");
            case GPU_SLOW -> new Disturbance("GPU slowed for " + Math.round(event.value()) + " s", "a GPU of " + host
                    + " was slowed for heat or by its power supply for " + Math.round(event.value()) + " s"
                    + (event.detail().isEmpty() ? "" : " (" + event.detail() + ")") + since + hot(", at most ", event));
            case GPU_ERRORS -> new Disturbance(count(event, "GPU memory error"), "a GPU of " + host + " has met "
                    + count(event, "memory error") + " that ECC could not correct" + since + ": do not trust its results");
            case GPU_LINK -> new Disturbance("slow PCIe link of a GPU", event.detail() + " on " + host
                    + ": look at its slot, its cables and the firmware's settings");
        };
    }

    private static String hot(String words, HealthEvent event) {
        return Double.isNaN(event.celsius()) ? "" : words + Math.round(event.celsius()) + " degrees Celsius";
    }

    private static String count(HealthEvent event, String what) {
        return (long) event.value() + " " + what + (event.value() == 1 ? "" : "s");
    }

    private static String gigahertz(double megahertz) {
        return String.format(Locale.ROOT, "%.1f", megahertz * MEGA_TO_GIGA);
    }

    private static String bytes(double bytes) {
        return bytes >= GIBI ? String.format(Locale.ROOT, "%.1f GiB", bytes / GIBI) : Math.round(bytes / MEBI) + " MiB";
    }
}
