package hplhetero.run.check.rules;

import hplhetero.run.facts.HostFacts;

/**
 * A host that was inspected.
 *
 * @param name              the host as the user wrote it, or by its own name
 * @param ranks             number of ranks that a run is to have there; 0: nobody said
 * @param clockAheadSeconds seconds by which the host's clock is ahead of that of the checking host
 * @param facts             what the host told
 */
public record CheckedHost(String name, int ranks, double clockAheadSeconds, HostFacts facts) {
}
