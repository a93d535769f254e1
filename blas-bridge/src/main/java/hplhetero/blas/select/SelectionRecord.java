package hplhetero.blas.select;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** A contest as properties, the form in which it is kept. */
final class SelectionRecord {

    private SelectionRecord() {
    }

    static Properties write(KernelSelection contest) {
        Properties p = new Properties();
        p.setProperty("winner", contest.winner());
        p.setProperty("reason", contest.reason());
        p.setProperty("measuredAt", contest.measuredAt().toString());
        p.setProperty("held", Integer.toString(contest.held()));
        p.setProperty("entries", Integer.toString(contest.entries().size()));
        for (int i = 0; i < contest.entries().size(); i++) {
            KernelSelection.Entry entry = contest.entries().get(i);
            p.setProperty("entry." + i + ".name", entry.name());
            p.setProperty("entry." + i + ".description", entry.description());
            p.setProperty("entry." + i + ".gflopsPerCore", Double.toString(entry.gflopsPerCore()));
            String at = "entry." + i + ".problem";
            entry.problem().ifPresent(problem -> p.setProperty(at, problem));
        }
        return p;
    }

    /** @return empty when it is not what {@link #write} leaves */
    static Optional<KernelSelection> read(Properties p) {
        try {
            List<KernelSelection.Entry> entries = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(required(p, "entries")); i++) {
                entries.add(new KernelSelection.Entry(required(p, "entry." + i + ".name"),
                        required(p, "entry." + i + ".description"),
                        Double.parseDouble(required(p, "entry." + i + ".gflopsPerCore")),
                        Optional.ofNullable(p.getProperty("entry." + i + ".problem"))));
            }
            return Optional.of(new KernelSelection(entries, required(p, "winner"), required(p, "reason"),
                    Instant.parse(required(p, "measuredAt")), KernelSelection.Source.CACHE,
                    Integer.parseInt(required(p, "held"))));
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
