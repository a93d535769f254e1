package hplhetero.run.check.rules;

import hplhetero.run.facts.HostFacts.Memory;
import java.util.ArrayList;
import java.util.List;

/** The rules for swap, for huge pages, and for whether the matrix fits. */
final class MemoryRules {
    private static final long MOST_SWAP_BYTES = 64L << 20;
    /** Bytes needed for each byte of the matrix. Panels, work space and the JVM come to less than a tenth of the matrix. */
    private static final double BYTES_PER_MATRIX_BYTE = 1.1;

    private MemoryRules() {
    }

    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>(swap(evidence));
        hugePages(found, evidence);
        if (evidence.n() > 0) {
            evidence.hosts().forEach(host -> fits(found, evidence, host));
        }
        return found;
    }

    /** Checks swap for each kernel once, because hosts that share a kernel swap together. */
    static List<Problem> swap(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        for (List<CheckedHost> there : Groups.byKernel(evidence.hosts()).values()) {
            Memory memory = there.getFirst().facts().memory();
            if (memory.swapUsed() > MOST_SWAP_BYTES) {
                found.add(Problem.note(Groups.names(there), "swap in use: " + Units.gib(memory.swapUsed()) + " of " + Units
                        .gib(memory.swapTotal()),
                        "if 'vmstat 1' shows that programs swap now, end them or choose a smaller N"));
            }
        }
        return found;
    }

    private static void hugePages(List<Problem> found, Evidence evidence) {
        for (List<CheckedHost> there : Groups.byKernel(evidence.hosts()).values()) {
            if (!there.getFirst().facts().memory().hugePages()) {
                found.add(Problem.note(Groups.names(there), "huge pages are switched off: transparent_hugepage/enabled=never",
                        "let programs ask for them: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"));
            }
        }
    }

    /** Checks memory as if equal ranks shared the matrix. A plan for unequal ranks respects each host's memory. */
    private static void fits(List<Problem> found, Evidence evidence, CheckedHost host) {
        double share = share(evidence, host);
        double needed = BYTES_PER_MATRIX_BYTE * 8.0 * evidence.n() * evidence.n() * share;
        long available = host.facts().memory().available();
        if (needed > available) {
            long largest = (long) Math.sqrt(available / (BYTES_PER_MATRIX_BYTE * 8 * share));
            found.add(Problem.trouble(host.name(), "N=" + evidence.n() + " needs about " + Units.gib(needed) + ", " + Units.gib(available)
                    + " available",
                    remedy(largest, "give it fewer ranks")));
        }
    }

    /**
     * Returns what a user may do about a matrix that does not fit into a host.
     *
     * @param largest about the largest N that fits; &lt; 100 where none that is worth a run does, so that the remedy names no N
     * @param other   a further way out in words; empty if there is none
     */
    static String remedy(long largest, String other) {
        long rounded = largest / 100 * 100;
        return (rounded > 0 ? "choose N <= " + rounded : "no N fits: add memory or hosts") + (other.isEmpty() ? ", or free memory there"
                : ", free memory there, or " + other);
    }

    private static double share(Evidence evidence, CheckedHost host) {
        int ranks = evidence.hosts().stream().mapToInt(CheckedHost::ranks).sum();
        return ranks > 0 ? (double) host.ranks() / ranks : 1.0 / evidence.hosts().size();
    }
}
