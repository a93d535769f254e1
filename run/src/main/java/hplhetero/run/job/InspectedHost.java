package hplhetero.run.job;

import hplhetero.run.facts.HostFacts;
import java.util.List;

/**
 * A host of a job, as its first rank has seen it.
 *
 * @param name              the host's name, as its ranks give it
 * @param ranks             the ranks on the host
 * @param facts             what was found on the host
 * @param clockAheadSeconds seconds by which the host's clock is ahead of that of rank 0's host
 */
public record InspectedHost(String name, List<Integer> ranks, HostFacts facts, double clockAheadSeconds) {
}
