package hplhetero.blas.select;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** The conversion of a selection to and from properties, the form in which the cache keeps it. */
final class SelectionRecord {

    private SelectionRecord() {
    }

    /** Returns a selection as properties, which {@link #read} turns into a selection again. */
    static Properties write(KernelSelection selection) {
        Properties p = new Properties();
        p.setProperty("winner", selection.winner());
        p.setProperty("reason", selection.reason());
        p.setProperty("measuredAt", selection.measuredAt().toString());
        p.setProperty("runs", Integer.toString(selection.runs()));
        p.setProperty("entries", Integer.toString(selection.entries().size()));
        for (int i = 0; i < selection.entries().size(); i++) {
            KernelSelection.Entry entry = selection.entries().get(i);
            p.setProperty("entry." + i + ".name", entry.name());
            p.setProperty("entry." + i + ".description", entry.description());
            p.setProperty("entry." + i + ".gflopsPerCore", Double.toString(entry.gflopsPerCore()));
            p.setProperty("entry." + i + ".coreShare", Double.toString(entry.coreShare()));
            String at = "entry." + i + ".problem";
            entry.problem().ifPresent(problem -> p.setProperty(at, problem));
        }
        return p;
    }

    /**
     * Reads a selection from properties.
     *
     * @return the selection; empty when the properties do not have the form that {@link #write} gives them
     */
    static Optional<KernelSelection> read(Properties p) {
        try {
            List<KernelSelection.Entry> entries = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(required(p, "entries")); i++) {
                entries.add(new KernelSelection.Entry(required(p, "entry." + i + ".name"),
                        required(p, "entry." + i + ".description"),
                        Double.parseDouble(required(p, "entry." + i + ".gflopsPerCore")),
                        Optional.ofNullable(p.getProperty("entry." + i + ".problem")),
                        Double.parseDouble(p.getProperty("entry." + i + ".coreShare", "1"))));
            }
            return Optional.of(new KernelSelection(entries, required(p, "winner"), required(p, "reason"),
                    Instant.parse(required(p, "measuredAt")), KernelSelection.Source.CACHE,
                    Integer.parseInt(required(p, "runs"))));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private static String required(Properties p, String name) {
        String value = p.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
