package hplhetero.run.job;

import hplhetero.input.text.InputException;
import hplhetero.run.cases.MemoryGuard;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All ranks of a job, and where they are.
 *
 * @param ranks facts of each rank, by rank
 */
public record RankTable(List<RankFacts> ranks) {

    public RankTable {
        ranks = List.copyOf(ranks);
    }

    /** Returns the number of ranks. */
    public int size() {
        return ranks.size();
    }

    /** Returns the names of all hosts, in the order of their first ranks. */
    public List<String> hosts() {
        return ranks.stream().map(RankFacts::host).distinct().toList();
    }

    /** Returns the ranks on a host, ascending. */
    public List<Integer> ranksOn(String host) {
        return IntStream.range(0, size()).filter(r -> ranks.get(r).host().equals(host)).boxed().toList();
    }

    /** Returns the first rank of each host, in the order of {@link #hosts}. */
    public List<Integer> firstRanks() {
        return hosts().stream().map(host -> ranksOn(host).getFirst()).toList();
    }

    /** Returns the number of each rank's host in {@link #hosts}, indexed by rank. */
    public List<Integer> hostOf() {
        List<String> hosts = hosts();
        return ranks.stream().map(rank -> hosts.indexOf(rank.host())).toList();
    }

    /** Returns a rank's number among the ranks of its host, from 0. */
    int localIndex(int rank) {
        return ranksOn(ranks.get(rank).host()).indexOf(rank);
    }

    /**
     * Returns a text that is equal for two ranks of a host exactly if they mean the same device. Devices are told apart by their PCI
     * addresses, because launchers may show each rank another device under the same number. Parts of one device, which Nvidia calls MIG,
     * have one address: these are told apart by what the launcher shows each rank.
     *
     * @param rank    the rank that sees the device
     * @param address PCI address of the device; empty where not known
     * @param name    the device's name among those that the rank sees
     */
    String deviceId(int rank, String address, String name) {
        String shown = ranks.get(rank).devices();
        return address.isEmpty() ? shown + " " + name : shown.contains("MIG") ? shown + " " + address : address;
    }

    private String deviceId(int rank, List<RankInfo> infos) {
        return infos.get(rank).device().stream().map(its -> deviceId(rank, its.address(), its.number() + " " + its.name())).findFirst()
                .orElse("");
    }

    /**
     * Returns how many ranks compute on the device of this rank, itself included.
     *
     * @param rank  the rank, whose updates a device computes
     * @param infos what each rank works with, by rank
     */
    public int sharers(int rank, List<RankInfo> infos) {
        return (int) ranksOn(ranks.get(rank).host()).stream().filter(other -> deviceId(other, infos).equals(deviceId(rank, infos))).count();
    }

    /** Returns the number of ranks on the host that has the most. */
    int mostOnAHost() {
        return hosts().stream().mapToInt(host -> ranksOn(host).size()).max().orElseThrow();
    }

    /** Returns whether a rank is the only rank of this run in its process. */
    boolean ownProcess(int rank) {
        return ranks.stream().filter(r -> r.process().equals(ranks.get(rank).process())).count() == 1;
    }

    /** Returns whether a control group grants the ranks of a host less time than the cores they may use have. The ranks share the group. */
    public boolean hasQuota(String host) {
        return ranksOn(host).stream().anyMatch(r -> ranks.get(r).hasQuota());
    }

    /** Returns the number of cores of a host that its ranks may use together; no more than a quota grants. */
    public int cores(String host) {
        List<Integer> cpus = cpus(host);
        int told = ranksOn(host).stream().mapToInt(r -> ranks.get(r).cores()).max().orElseThrow();
        return cpus.isEmpty() || hasQuota(host) ? told : Math.max(told, cpus.size());
    }

    /**
     * Returns one hardware thread of each core of a host that its ranks may use, by the numbers that the operating system gives them; empty
     * where the system does not tell.
     *
     * @param host name of the host, one of {@link #hosts}
     */
    public List<Integer> cpus(String host) {
        return ranksOn(host).stream().flatMap(rank -> ranks.get(rank).cpus().stream()).distinct().toList();
    }

    /**
     * Returns the bytes of a host's memory that its ranks may take together: the memory that was free when they started. It is
     * {@link Long#MAX_VALUE} when not known.
     */
    public long availableBytes(String host) {
        return ranksOn(host).stream().mapToLong(r -> ranks.get(r).availableBytes()).min().orElseThrow();
    }

    /**
     * Returns the bytes of memory that a planned map of blocks may give the ranks of a host together: {@link MemoryGuard#PLANNED_SHARE}
     * times {@link #availableBytes}. {@link Long#MAX_VALUE} when the memory is not known.
     *
     * @param host name of the host, one of {@link #hosts}
     */
    public long plannableBytes(String host) {
        long available = availableBytes(host);
        return available == Long.MAX_VALUE ? Long.MAX_VALUE : (long) (MemoryGuard.PLANNED_SHARE * available);
    }

    /**
     * Checks that all ranks have the same build and byte order.
     *
     * @throws InputException when the ranks cannot work together
     */
    void requireAlike() {
        requireOne("builds of hpl-hetero", RankFacts::build, "copy the same build to all hosts, or remove the old one");
        requireOne("byte orders", RankFacts::byteOrder, "use hosts of one byte order");
    }

    private void requireOne(String what, Function<RankFacts, String> of, String remedy) {
        SequencedSet<String> values = ranks.stream().map(of).collect(Collectors.toCollection(LinkedHashSet::new));
        if (values.size() > 1) {
            List<String> each = new ArrayList<>();
            values.forEach(value -> each.add(value + " on " + ranks.stream().filter(r -> of.apply(r).equals(value)).map(RankFacts::host)
                    .distinct().limit(5).collect(Collectors.joining(", "))));
            throw new InputException("unlike " + what + ": " + String.join("; ", each) + ": " + remedy);
        }
    }
}
