package hplhetero.results.burnin;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

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

    /** Returns the findings that make the host bad, one for each cause: words of several with one cause are joined. */
    public List<Finding> bad() {
        return findings.stream().filter(Finding::bad).collect(Collectors.toMap(Finding::cause, one -> one, (one, other) -> Finding.bad(
                one.cause(), one.measured(), one.usual(), one.words() + "; " + other.words()), LinkedHashMap::new)).values().stream()
                .toList();
    }

    /** Returns whether a run has ended on the host, so that it could be judged. */
    public boolean wasTested() {
        return numbers.runs() > 0;
    }

    /** Returns the verdict in a few words: the likely causes of a bad host, else whether it was tested. */
    public String words() {
        if (isBad()) {
            return String.join(", ", bad().stream().map(one -> one.cause().label()).toList());
        }
        return wasTested() ? "good" : "not tested";
    }
}
