package hplhetero.results.burnin;

import java.util.Comparator;
import java.util.List;

/**
 * The judgement of a host.
 *
 * @param host     the host, with its runs
 * @param numbers  numbers about its runs
 * @param findings what was found, the bad ones first, then in the order of causes
 */
public record HostVerdict(HostRuns host, HostNumbers numbers, List<Finding> findings) {
    /** Puts the bad findings first, and copies the list. */
    public HostVerdict {
        findings = findings.stream().sorted(Comparator.comparing((Finding one) -> !one.bad()).thenComparing(Finding::cause)).toList();
    }

    /** Returns whether the host is bad. */
    public boolean isBad() {
        return findings.stream().anyMatch(Finding::bad);
    }

    /** Returns whether a run has ended on the host, so that it could be judged. */
    public boolean wasTested() {
        return numbers.runs() > 0;
    }

    /** Returns the verdict in a few words: the likely causes of a bad host, else whether it was tested. */
    public String words() {
        if (isBad()) {
            return String.join(", ", findings.stream().filter(Finding::bad).map(one -> one.cause().label()).distinct().toList());
        }
        return wasTested() ? "good" : "not tested";
    }
}
