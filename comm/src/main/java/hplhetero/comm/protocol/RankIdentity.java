package hplhetero.comm.protocol;

import hplhetero.comm.Activity;

/**
 * Who a rank is.
 *
 * @param rank     its number in the world
 * @param size     the number of ranks in the world
 * @param hostName its host, for people
 * @param activity what it is at
 */
public record RankIdentity(int rank, int size, String hostName, Activity activity) {
}
