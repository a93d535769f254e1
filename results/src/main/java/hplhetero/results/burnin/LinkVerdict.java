package hplhetero.results.burnin;

import java.util.List;

/**
 * A finding about the link between hosts of which no single one can be named.
 *
 * @param hosts   names of the hosts, two or more
 * @param finding what was found
 */
public record LinkVerdict(List<String> hosts, Finding finding) {
    public LinkVerdict {
        hosts = List.copyOf(hosts);
    }
}
