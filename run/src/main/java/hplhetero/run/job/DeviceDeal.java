package hplhetero.run.job;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which device each rank takes where the user named no device. Each rank of a host takes another device, as near to its cores as possible.
 * Where a host has more ranks than devices, devices are dealt again to the ranks that have none yet.
 *
 * @param numbers number of each rank's device among those that the rank sees, from 0, indexed by rank. A rank that got its device when
 *                devices were dealt for the i-th time, from 0, has i times the number of devices that it sees added.
 */
record DeviceDeal(List<Integer> numbers) {
    /**
     * A device that a rank sees.
     *
     * @param address   the device's PCI address; empty where not known
     * @param nearCores number of the rank's cores at the memory node at which the device is
     */
    record Seen(String address, int nearCores) implements Serializable {
    }

    /** What one rank tells of the devices that it sees, in the order of their numbers. */
    record View(List<Seen> devices) implements Serializable {
    }

    /** A rank and a device that it sees, by the device's number and its {@link RankTable#deviceId}. */
    private record Pair(int rank, int number, int nearCores, String id) {
    }

    DeviceDeal {
        numbers = List.copyOf(numbers);
    }

    /**
     * Deals the devices. The pairs of rank and device with the most cores near to the device come first, then lower ranks, then lower
     * numbers of devices.
     *
     * @param rankTable all ranks
     * @param views     what each rank sees, by rank
     */
    static DeviceDeal of(RankTable rankTable, List<View> views) {
        Integer[] numbers = new Integer[rankTable.size()];
        Arrays.fill(numbers, 0);
        for (String host : rankTable.hosts()) {
            List<Pair> left = new ArrayList<>();
            for (int rank : rankTable.ranksOn(host)) {
                List<Seen> seen = views.get(rank).devices();
                IntStream.range(0, seen.size()).mapToObj(i -> new Pair(rank, i, seen.get(i).nearCores(),
                        rankTable.deviceId(rank, seen.get(i).address(), String.valueOf(i)))).forEach(left::add);
            }
            left.sort(Comparator.comparing(Pair::nearCores).reversed().thenComparing(Pair::rank).thenComparing(Pair::number));
            for (int turn = 0; !left.isEmpty(); turn++) {
                deal(left, turn, views, numbers);
            }
        }
        return new DeviceDeal(Arrays.asList(numbers));
    }

    /** Gives each device to one rank at most, and removes all pairs of the ranks that got one. */
    private static void deal(List<Pair> left, int turn, List<View> views, Integer[] numbers) {
        Set<Integer> served = new HashSet<>();
        Set<String> taken = new HashSet<>();
        for (Pair pair : left) {
            if (!served.contains(pair.rank) && taken.add(pair.id)) {
                served.add(pair.rank);
                numbers[pair.rank] = turn * views.get(pair.rank).devices().size() + pair.number;
            }
        }
        left.removeIf(pair -> served.contains(pair.rank));
    }
}
