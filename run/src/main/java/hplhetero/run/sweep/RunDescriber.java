package hplhetero.run.sweep;

import hplhetero.blas.DeviceInfo;
import hplhetero.comm.Transport;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.results.HostTraits;
import hplhetero.results.IdlePower;
import hplhetero.results.Provenance;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Peak;
import hplhetero.results.RunDescription.Provider;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.job.Build;
import hplhetero.run.job.RankInfo;
import hplhetero.run.job.RankTable;
import hplhetero.run.job.Session;
import hplhetero.run.machine.HostInfo;
import hplhetero.run.start.BatchJob;
import hplhetero.run.start.ClearedEnvironment;
import hplhetero.run.start.UserCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * Describes where and with what a sweep ran.
 *
 * @param requested what was asked for
 * @param choice    the tests, with N found where it was to be
 * @param session   the session of all ranks
 * @param transport the transport between the ranks
 * @param idle      power of all hosts before the tests; empty where it was not measured
 */
record RunDescriber(RunRequest.Tests requested, CaseChoice choice, Session session, Transport transport,
                    Optional<IdlePower> idle) {

    /** A number of working cores that all have one peak rate. */
    private record Cores(double count, double gflops, String source) {
    }

    /** Returns the description with what all hosts tell of themselves. Called on rank 0's thread only, because all ranks answer. */
    RunDescription complete() {
        return of(session.hosts());
    }

    /** Returns as much of the description as rank 0 knows at this moment. Sends no message. */
    RunDescription now() {
        HostInfo own = session.host();
        return of(session.rankTable().hosts().stream().map(host -> host.equals(own.name()) ? own
                : new HostInfo(host, "", "processor not asked for", "", 0, 0, "", 0, "", HostTraits.NONE)).toList());
    }

    private RunDescription of(List<HostInfo> hosts) {
        return new RunDescription(Build.version(), hosts.stream().map(this::host).toList(), transport.description(), map(), peak(hosts),
                ClearedEnvironment.variables(), choice.notes(), session.setup().slowdown(), session.calibrator().seconds(),
                new Provenance(UserCommand.words(System.getenv()), Build.commit(), BatchJob.of(System.getenv())), idle);
    }

    private RunDescription.Host host(HostInfo host) {
        List<Integer> ranks = session.rankTable().ranksOn(host.name());
        List<RankInfo> all = ranks.stream().map(session.rankInfos()::get).toList();
        RankInfo rankInfos = all.getFirst();
        List<String> names = all.stream().map(RankInfo::blas).distinct().toList();
        String kernels = names.size() == 1 ? rankInfos.description() : all.stream().map(rank -> rank.blas() + ": " + rank.description())
                .distinct().collect(Collectors.joining("; "));
        String addresses = all.stream().flatMap(rank -> rank.device().stream()).map(DeviceInfo::address).filter(its -> !its.isEmpty())
                .collect(Collectors.joining(", "));
        return new RunDescription.Host(host.name(), host.os(), host.processor(), host.microArchitecture(), host.physicalCores(),
                host.memoryBytes(), host.java(), new Provider(String.join(", ", names),
                kernels + (addresses.isEmpty() ? "" : "; device(s) at PCI " + addresses), rankInfos.gflops(), rankInfos.reason()), ranks,
                rankInfos.workers(), rankInfos.binding(), host.traits());
    }

    private String map() {
        if (requested.planning() == Planning.Use.NEVER) {
            return requested.map();
        }
        return choice.cases().stream().anyMatch(one -> one.map() instanceof MapSpec.Explicit) ? "planned" : "cyclic";
    }

    /** Returns the peak of all hosts and devices; empty when the peak of a host is not known. */
    private Optional<Peak> peak(List<HostInfo> hosts) {
        List<Cores> all = new ArrayList<>();
        for (HostInfo host : hosts) {
            if (host.coreGflops() <= 0) {
                return Optional.empty();
            }
            all.add(new Cores(coresAtWork(host.name()), host.coreGflops(), host.coreSource()));
        }
        SequencedMap<DeviceInfo, Double> devices = devices();
        double sum = all.stream().mapToDouble(cores -> cores.count * cores.gflops).sum()
                + devices.entrySet().stream().mapToDouble(e -> e.getValue() * e.getKey().peak()).sum();
        String onDevices = devices.entrySet().stream().map(e -> "; " + count(e.getValue()) + " device(s) " + e.getKey().name() + ", "
                + e.getKey().source() + (e.getKey().peak() > 0 ? " = " + rounded(e.getKey().peak()) + " GFLOPS" : ", not counted"))
                .collect(Collectors.joining());
        return Optional.of(new Peak(sum, all.stream().collect(Collectors.groupingBy(
                        cores -> List.of(rounded(cores.gflops), cores.source), LinkedHashMap::new, Collectors.summingDouble(Cores::count)))
                .entrySet().stream().map(e -> count(e.getValue()) + " core(s) x " + e.getKey().getFirst() + " GFLOPS, " + e.getKey()
                .getLast())
                .collect(Collectors.joining("; ")) + onDevices));
    }

    /** Returns the number of devices of each kind that the ranks use. A device that several ranks share counts once. */
    private SequencedMap<DeviceInfo, Double> devices() {
        SequencedMap<DeviceInfo, Double> devices = new LinkedHashMap<>();
        for (int rank = 0; rank < session.rankInfos().size(); rank++) {
            double part = 1.0 / session.rankTable().sharers(rank, session.rankInfos());
            session.rankInfos().get(rank).device().forEach(its -> devices.merge(new DeviceInfo(0, its.name(), "", its.driver(), its.bytes(),
                    its.peak(), its.source()), part, Double::sum));
        }
        return devices;
    }

    private double coresAtWork(String host) {
        RankTable rankTable = session.rankTable();
        double workers = rankTable.ranksOn(host).stream().mapToDouble(rank -> session.rankInfos().get(rank).workers() / session.setup()
                .slowdownOf(rank).factor()).sum();
        return Math.min(rankTable.cores(host), workers);
    }

    private static String rounded(double gflops) {
        return String.format(Locale.ROOT, "%.1f", gflops);
    }

    private static String count(double cores) {
        return String.format(Locale.ROOT, cores == Math.rint(cores) ? "%.0f" : "%.2f", cores);
    }
}
