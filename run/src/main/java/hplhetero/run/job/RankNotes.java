package hplhetero.run.job;

import hplhetero.blas.DeviceOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Function;

/**
 * What the user should know of the kernels, devices and cores of a job's ranks.
 *
 * @param rankTable all ranks with their hosts, and the cores that they have there
 * @param rankInfos kernels, number of workers and device of each rank, by rank
 * @param setup     what the ranks work with
 */
record RankNotes(RankTable rankTable, List<RankInfo> rankInfos, JobSetup setup) {

    /** Returns why kernels were not taken that were tried, and which of these options for devices have no effect; one text each. */
    List<String> ofChoices(DeviceOptions options) {
        List<String> all = new ArrayList<>();
        byHost(RankInfo::dropouts).forEach(why -> all.add("--blas auto: " + why));
        List<String> unused = unused(options);
        if (!unused.isEmpty()) {
            all.add("without effect: " + String.join(", ", unused) + ": no rank computes on a device");
        }
        return all;
    }

    /** Returns what the user should know of kernels and cores that are not as they should be, one text each. */
    List<String> ofKernelsAndCores() {
        SequencedSet<String> notes = new LinkedHashSet<>(byHost(RankInfo::notes));
        for (String host : rankTable.hosts()) {
            String cores = rankTable.cores(host) + " core(s)" + (rankTable.hosts().size() > 1 ? " of " + host : "");
            if (rankTable.hasQuota(host)) {
                notes.add("a control group limits ranks to the time of " + cores + ", fewer than there are: ranks are not bound to cores");
            }
            List<Integer> there = rankTable.ranksOn(host);
            double load = there.stream().mapToDouble(r -> rankInfos.get(r).workers() / setup.slowdownOf(r).factor()).sum();
            if (load > rankTable.cores(host)) {
                notes.add(there.size() + " x " + rankInfos.get(there.getFirst()).workers() + " ranks x workers share " + cores
                        + ": they take turns, so the rates say little about the machine");
            }
        }
        return List.copyOf(notes);
    }

    /** Returns the options for devices that were given although no rank computes on a device. */
    private List<String> unused(DeviceOptions options) {
        List<String> given = new ArrayList<>();
        if (options.mostBytes() < Long.MAX_VALUE) {
            given.add("--device-memory");
        }
        if (options.hostShare().isPresent()) {
            given.add("--host-share");
        }
        if (options.panels() != DeviceOptions.Panels.AUTO) {
            given.add("--panels");
        }
        return rankInfos.stream().anyMatch(RankInfo::onDevice) ? List.of() : given;
    }

    /**
     * Returns what the ranks of each host have to say. Each line appears once, after the hosts it comes from where there are several hosts.
     */
    private List<String> byHost(Function<RankInfo, List<String>> said) {
        SequencedMap<String, SequencedSet<String>> hosts = new LinkedHashMap<>();
        for (int rank = 0; rank < rankTable.size(); rank++) {
            String host = rankTable.ranks().get(rank).host();
            said.apply(rankInfos.get(rank)).forEach(line -> hosts.computeIfAbsent(line, any -> new LinkedHashSet<>()).add(host));
        }
        return hosts.entrySet().stream().map(e -> rankTable.hosts().size() == 1 ? e.getKey() : String.join(", ", e.getValue()) + ": " + e
                .getKey()).toList();
    }
}
