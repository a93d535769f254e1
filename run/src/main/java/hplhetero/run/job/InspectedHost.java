package hplhetero.run.job;

import hplhetero.run.facts.HostFacts;
import java.util.List;

/**
 * A host of a job.
 *
 * @param name              as its ranks call it
 * @param ranks             on it
 * @param facts             of it
 * @param clockAheadSeconds of rank 0's clock
 */
public record InspectedHost(String name, List<Integer> ranks, HostFacts facts, double clockAheadSeconds) {
}
