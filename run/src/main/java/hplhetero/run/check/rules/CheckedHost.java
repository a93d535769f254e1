package hplhetero.run.check.rules;

import hplhetero.run.facts.HostFacts;

/**
 * A host that was looked at.
 *
 * @param name              as the user wrote it, or its own
 * @param ranks             that a run is to have there; 0: nobody said
 * @param clockAheadSeconds of the clock of the one that checks
 * @param facts             what it told
 */
public record CheckedHost(String name, int ranks, double clockAheadSeconds, HostFacts facts) {
}
