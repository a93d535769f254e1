package hplhetero.results.history;

import hplhetero.results.HostTrait;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.format.ByteText;
import hplhetero.results.format.NumberText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * The facts of where and with what a test ran, which may make another run faster or slower.
 *
 * @param facts value of each fact, by name, in the order in which people are told of them; a fact that is not known is left out
 */
public record Environment(SequencedMap<String, String> facts) {
    private static final int DIGITS = 4;
    /** The name of the fact that says which program ran the test, with its version. */
    public static final String PROGRAM = "program";
    /** The name of the fact that lists the hosts' names, rank 0's first. */
    public static final String HOSTS = "hosts";
    /** The name of the fact that says the model of the processors. */
    public static final String CPU = "CPU";
    /** The name of the fact that says the provider of BLAS kernels. */
    public static final String BLAS = "BLAS";
    /** The name of the fact that says the Java virtual machine. */
    public static final String JAVA = "Java";
    /** The name of the fact that says what carried the messages. */
    public static final String TRANSPORT = "transport";
    /** The name of the fact that says the number of ranks. */
    public static final String RANKS = "ranks";
    /** The name of the fact that says the number of workers of a rank. */
    public static final String WORKERS = "workers";
    /** The name of the fact that says the map of blocks, as asked for. */
    public static final String MAP = "map";
    /** The name of the fact that lists the environment variables cleared for the run. */
    public static final String CLEARED = "cleared";
    /** The name of the fact that lists how many times slower each rank was made on purpose; missing where none was. */
    public static final String SLOWDOWN = "slowdown";
    /** The name of the fact that says that block columns changed owners while the test ran; missing where none did. */
    public static final String MOVED = "moved";
    /** The name of the fact that says the user's command line. */
    public static final String COMMAND = "command";
    /** The name of the fact that says the commit of which the program was built. */
    public static final String COMMIT = "commit";
    /** The name of the fact that says the user's job in a batch system; missing where there was none. */
    public static final String JOB = "job";
    /** The name of the fact that says the number of physical cores of all hosts together. */
    public static final String CORES = "cores";
    /** The name of the fact that says the memory of all hosts together. */
    public static final String MEMORY = "memory";
    /** The name of the fact that says the power of all hosts before the first test, for how long it was measured, and by what. */
    public static final String IDLE = "idle power";
    /** The name of the fact that says that the test was broken off and resumed, so that no list takes it; missing where it was not. */
    public static final String RESUMED = "resumed";
    /** The name of the fact that says what measured the energy of the test, and what that covers; missing where nothing did. */
    public static final String METER = "energy by";
    /** The name of the fact that lists further remarks on the run. */
    public static final String NOTES = "notes";
    /** The name of the fact that says where the time of a test comes from if it is not that of the test; else missing. */
    public static final String TIME = "time";

    /** Leaves out facts whose value is blank, since they are not known. */
    public Environment {
        SequencedMap<String, String> known = new LinkedHashMap<>();
        facts.forEach((name, value) -> {
            if (!value.isBlank()) {
                known.put(name, value);
            }
        });
        facts = Collections.unmodifiableSequencedMap(known);
    }

    /**
     * Returns the facts of where and with what a run of this program took place.
     *
     * @param run description of the run
     */
    public static Environment of(RunDescription run) {
        SequencedMap<String, String> facts = new LinkedHashMap<>();
        facts.put(PROGRAM, "hpl-hetero " + run.version());
        facts.put(HOSTS, run.hosts().stream().map(Host::name).collect(Collectors.joining(", ")));
        facts.put(CPU, run.alike(Host::cpuModel));
        facts.put(BLAS, run.alike(host -> host.provider().name() + " (" + host.provider().description() + ")"));
        facts.put(CORES, run.hosts().stream().allMatch(host -> host.physicalCores() > 0) ? Integer.toString(run.hosts().stream()
                .mapToInt(Host::physicalCores).sum()) : "");
        facts.put(MEMORY, run.hosts().stream().allMatch(host -> host.memoryBytes() > 0) ? ByteText.of(run.hosts().stream()
                .mapToLong(Host::memoryBytes).sum()) : "");
        facts.put(JAVA, run.alike(Host::java));
        facts.put(TRANSPORT, run.transport());
        facts.put(RANKS, Integer.toString(run.ranks()));
        facts.put(WORKERS, run.alike(host -> Integer.toString(host.workersPerRank())));
        facts.put(MAP, run.map());
        facts.put(CLEARED, String.join(", ", run.clearedEnvironment()));
        facts.put(SLOWDOWN, run.slowdowns(factor -> String.format(Locale.ROOT, "%.4g", factor)));
        facts.put(COMMAND, run.provenance().command());
        facts.put(COMMIT, run.provenance().commit());
        facts.put(JOB, run.provenance().job());
        for (HostTrait trait : HostTrait.values()) {
            facts.put(trait.words(), run.trait(trait));
        }
        facts.put(IDLE, run.idle().map(idle -> NumberText.digits(idle.watts(), DIGITS) + " W for "
                + NumberText.digits(idle.seconds(), DIGITS) + " s by " + idle.source()).orElse(""));
        facts.put(NOTES, String.join("; ", run.notes()));
        return new Environment(facts);
    }

    /** Returns these facts, and that block columns changed owners while the test ran if they did. */
    Environment moved(boolean moved) {
        return with(MOVED, moved ? "block columns changed owners during the test" : "");
    }

    /**
     * Returns these facts and one more.
     *
     * @param name  name of the fact
     * @param value its value; blank where it is not known, so that nothing is added
     */
    Environment with(String name, String value) {
        SequencedMap<String, String> more = new LinkedHashMap<>(facts);
        more.put(name, value);
        return new Environment(more);
    }

    /**
     * Returns the value of one fact of the environment, as people are told it; empty where the fact is not known.
     *
     * @param name name of the fact: one of the constants of this class, such as {@link #CPU}
     */
    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    /** Returns whether ranks were slowed on purpose, so that no rate is this machine's own. */
    public boolean isEmulated() {
        return facts.containsKey(SLOWDOWN);
    }

    /** Returns the names of the hosts that took part, rank 0's first. */
    public List<String> hosts() {
        return fact(HOSTS).map(names -> List.of(names.split(", "))).orElse(List.of());
    }
}
