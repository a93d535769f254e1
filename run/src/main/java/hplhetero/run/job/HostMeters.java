package hplhetero.run.job;

import hplhetero.comm.Communicator;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Disturbance;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.LoadMeter;
import hplhetero.run.facts.OwnPart;
import hplhetero.run.facts.ProcessPlace;
import hplhetero.run.machine.Cores;
import hplhetero.run.power.PowerMeter;
import hplhetero.run.start.ObjectExchange;
import hplhetero.run.terminal.StandardError;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The meters of power and load of the hosts of a job, which the first rank of each host reads. Owner: the rank's thread.
 *
 * @param world     connects all ranks
 * @param exchange  exchanges objects among all ranks
 * @param rankTable all ranks with their hosts
 * @param processes the place of each rank's process, by rank
 */
record HostMeters(Communicator world, ObjectExchange exchange, RankTable rankTable, List<ProcessPlace> processes) {

    /**
     * Returns the meter of power and load that this rank uses in tests; empty where it is not the first rank of its host.
     *
     * @param rankInfos numbers of workers of each rank, by rank
     */
    Optional<PowerMeter> ofTests(List<RankInfo> rankInfos) {
        if (!isFirst()) {
            return Optional.empty();
        }
        PowerMeter meter = PowerMeter.here(host(), rankTable.cpus(host()),
                rankTable.ranksOn(host()).stream().mapToInt(rank -> rankInfos.get(rank).workers()).sum(), ownPart(),
                rankTable.cores(host()));
        meter.onEvent(event -> StandardError.note("warning: " + Disturbance.of(host(), event).sentence()));
        return Optional.of(meter);
    }

    private String host() {
        return rankTable.ranks().get(world.rank()).host();
    }

    private boolean isFirst() {
        return rankTable.localIndex(world.rank()) == 0;
    }

    /** Returns this run's part of the load of this rank's host; empty where it cannot be told from the load of other processes. */
    Optional<OwnPart> ownPart() {
        return processes.get(world.rank()).onSameKernel(processes).map(own -> new OwnPart(own,
                Cores.here().withSiblings(rankTable.cpus(host()))));
    }

    /** Returns the load of other processes on each host where it is notable, for people. All ranks get the whole list. Collective. */
    List<String> disturbedHosts(LoadMeter meter) {
        String host = host();
        Optional<Load> load = isFirst() ? ownPart().flatMap(meter::end) : Optional.empty();
        return exchange.all(load.map(its -> new HostLoad(rankTable.cores(host), its.otherCores(), its.stolenCores(), ""))
                .filter(HostLoad::isNotable).map(its -> String.format(Locale.ROOT, "other processes took %.1f of the %.0f cores of %s",
                        its.otherCores() + its.stolenCores(), its.cores(), host)).orElse("")).stream().filter(text -> !text.isEmpty())
                .distinct().toList();
    }

    /**
     * Measures the power of all hosts while no rank does anything. Collective.
     *
     * @param seconds how long to measure, in seconds
     * @return what each host took, in the order of {@link RankTable#hosts}; a host without a meter has no energy
     */
    List<HostPower> idle(double seconds) {
        world.activity().phase("measuring the idle power", -1);
        exchange.barrier();
        String host = host();
        HostPower own = HostPower.unknown(host);
        if (isFirst()) {
            PowerMeter meter = PowerMeter.here(host, rankTable.cpus(host), rankTable.cores(host), Optional.empty(), rankTable.cores(host));
            meter.start();
            sleep(seconds);
            own = meter.stop(seconds).orElse(own);
        } else {
            sleep(seconds);
        }
        List<HostPower> all = exchange.all(own);
        return rankTable.hosts().stream().map(each -> all.get(rankTable.ranksOn(each).getFirst())).toList();
    }

    private static void sleep(double seconds) {
        long end = System.nanoTime() + (long) (1e9 * seconds);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
