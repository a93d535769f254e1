package hplhetero.run.check.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the hosts whose kernels are slowest, compared with those of other hosts with an equal processor. */
public final class Slowest {
    private Slowest() {
    }

    /**
     * A host with its rate.
     *
     * @param host   name of the host
     * @param gflops rate of its kernels on one core, in GFLOPS
     * @param share  this rate / the usual rate on hosts with an equal processor
     */
    public record Rate(String host, double gflops, double share) {
    }

    /** Returns the rates of all hosts whose kernels were measured, the slowest against its equals first. */
    public static List<Rate> of(List<CheckedHost> hosts) {
        List<Rate> rates = new ArrayList<>();
        List<CheckedHost> measured = hosts.stream().filter(host -> gflops(host) > 0).toList();
        Groups.by(measured, host -> host.facts().processor().name()).values().forEach(alike -> {
            double usual = usual(alike);
            alike.forEach(host -> rates.add(new Rate(host.name(), gflops(host), gflops(host) / usual)));
        });
        rates.sort(Comparator.comparingDouble(Rate::share));
        return rates;
    }

    /** Returns the upper median of the rates: with two hosts, the rate of the faster one. */
    static double usual(List<CheckedHost> hosts) {
        double[] rates = hosts.stream().mapToDouble(Slowest::gflops).sorted().toArray();
        return rates[rates.length / 2];
    }

    static double gflops(CheckedHost host) {
        return host.facts().kernels().gflopsPerCore();
    }
}
