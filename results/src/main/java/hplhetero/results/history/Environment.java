package hplhetero.results.history;

import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where and with what a test ran: what may make another run faster or slower.
 *
 * @param facts by name, in the order in which people are told of them; what is not known is left out
 */
public record Environment(SequencedMap<String, String> facts) {
    public static final String PROGRAM = "program";
    public static final String HOSTS = "hosts";
    public static final String CPU = "CPU";
    public static final String BLAS = "BLAS";
    public static final String JAVA = "Java";
    public static final String TRANSPORT = "transport";
    public static final String RANKS = "ranks";
    public static final String WORKERS = "workers";
    public static final String MAP = "map";
    public static final String CLEARED = "cleared";
    /** There only where ranks were slowed on purpose. */
    public static final String SLOWDOWN = "slowdown";
    public static final String NOTES = "notes";
    /** There only where it is not known when a test ran. */
    public static final String TIME = "time";

    public Environment {
        SequencedMap<String, String> known = new LinkedHashMap<>();
        facts.forEach((name, value) -> {
            if (!value.isBlank()) {
                known.put(name, value);
            }
        });
        facts = Collections.unmodifiableSequencedMap(known);
    }

    /** A run of ours. */
    public static Environment of(RunDescription run) {
        SequencedMap<String, String> facts = new LinkedHashMap<>();
        facts.put(PROGRAM, "hpl-hetero " + run.version());
        facts.put(HOSTS, run.hosts().stream().map(Host::name).collect(Collectors.joining(", ")));
        facts.put(CPU, alike(run, Host::cpuModel));
        facts.put(BLAS, alike(run, host -> host.provider().name() + " (" + host.provider().description() + ")"));
        facts.put(JAVA, alike(run, Host::java));
        facts.put(TRANSPORT, run.transport());
        facts.put(RANKS, Integer.toString(run.ranks()));
        facts.put(WORKERS, alike(run, host -> Integer.toString(host.workersPerRank())));
        facts.put(MAP, run.map());
        facts.put(CLEARED, String.join(", ", run.clearedEnvironment()));
        facts.put(SLOWDOWN, run.slowdown().stream().map(factor -> String.format(Locale.ROOT, "%.4g", factor))
                .collect(Collectors.joining(", ")));
        facts.put(NOTES, String.join("; ", run.notes()));
        return new Environment(facts);
    }

    /** What all hosts have, or how many have what. */
    private static String alike(RunDescription run, Function<Host, String> property) {
        Map<String, Long> counts = run.hosts().stream().map(property)
                .collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()));
        return counts.size() == 1 ? counts.keySet().iterator().next()
                : counts.entrySet().stream().map(e -> e.getKey() + " on " + e.getValue()).collect(Collectors.joining("; "));
    }

    /** One fact, where it is known. */
    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    /** Whether ranks were slowed on purpose: no rate is this machine's. */
    public boolean isEmulated() {
        return facts.containsKey(SLOWDOWN);
    }

    /** The hosts' names, rank 0's first. */
    public List<String> hosts() {
        return fact(HOSTS).map(names -> List.of(names.split(", "))).orElse(List.of());
    }
}
