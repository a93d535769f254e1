package hplhetero.comm.protocol;

import hplhetero.comm.Activity;

/**
 * The identity of one rank.
 *
 * @param rank     the rank's number in the world
 * @param size     the number of ranks in the world
 * @param hostName the name of the rank's host, for people
 * @param activity what the rank is doing at the moment
 */
public record RankIdentity(int rank, int size, String hostName, Activity activity) {
}
