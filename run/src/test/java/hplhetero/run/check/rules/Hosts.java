package hplhetero.run.check.rules;

import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import hplhetero.run.facts.HostFacts;
import hplhetero.run.facts.HostFacts.Address;
import hplhetero.run.facts.HostFacts.ClockGroup;
import hplhetero.run.facts.HostFacts.Interface;
import hplhetero.run.facts.HostFacts.Kernels;
import hplhetero.run.facts.HostFacts.Limits;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostFacts.Memory;
import hplhetero.run.facts.HostFacts.Network;
import hplhetero.run.facts.HostFacts.Processor;
import hplhetero.run.facts.HostFacts.Program;
import java.util.List;
import java.util.Map;

/** Hosts that are as they should be, to be changed in one thing. */
public final class Hosts {
    public static final long GIB = 1L << 30;

    private Hosts() {
    }

    /** A sound host {@code a}, {@code b}, ... with an address of its own in 10.0.0.0/24. */
    public static HostFacts facts(String name) {
        String address = "10.0.0." + (name.charAt(0) - 'a' + 1);
        return new HostFacts(name, "boot-" + name, "Linux 6.1", "", new Program("1.0", "abc", 25, "OpenJDK 25", "LITTLE_ENDIAN"),
                new Processor("EPYC", "amd64", 4, 8, List.of(new ClockGroup(8, "performance", "acpi-cpufreq", 3, 3.5, 3.5)), 0, 0),
                new Memory(16 * GIB, 15 * GIB, 4 * GIB, 0, 15 * GIB, true), new Load(0.1, 0.05, 0, List.of()),
                new Network(List.of(eth("eth0", address)), List.of(address)), new Limits(8 << 20, 1024, List.of()),
                new Kernels("vector", "pure Java", 100));
    }

    public static Interface eth(String name, String address) {
        return new Interface(name, 1500, List.of(new Address(address, 24)));
    }

    public static HostFacts with(HostFacts f, String name, String bootId) {
        return new HostFacts(name, bootId, f.os(), f.surroundings(), f.program(), f.processor(), f.memory(), f.load(), f.network(),
                f.limits(), f.kernels());
    }

    public static HostFacts with(HostFacts f, Program program) {
        return new HostFacts(f.name(), f.bootId(), f.os(), f.surroundings(), program, f.processor(), f.memory(), f.load(), f.network(),
                f.limits(), f.kernels());
    }

    public static HostFacts with(HostFacts f, Processor processor) {
        return new HostFacts(f.name(), f.bootId(), f.os(), f.surroundings(), f.program(), processor, f.memory(), f.load(), f.network(),
                f.limits(), f.kernels());
    }

    public static HostFacts with(HostFacts f, Memory memory) {
        return new HostFacts(f.name(), f.bootId(), f.os(), f.surroundings(), f.program(), f.processor(), memory, f.load(), f.network(),
                f.limits(), f.kernels());
    }

    public static HostFacts with(HostFacts f, Load load) {
        return new HostFacts(f.name(), f.bootId(), f.os(), f.surroundings(), f.program(), f.processor(), f.memory(), load, f.network(),
                f.limits(), f.kernels());
    }

    public static HostFacts with(HostFacts f, Network network) {
        return new HostFacts(f.name(), f.bootId(), f.os(), f.surroundings(), f.program(), f.processor(), f.memory(), f.load(), network,
                f.limits(), f.kernels());
    }

    public static HostFacts with(HostFacts f, Limits limits) {
        return new HostFacts(f.name(), f.bootId(), f.os(), f.surroundings(), f.program(), f.processor(), f.memory(), f.load(), f.network(),
                limits, f.kernels());
    }

    public static HostFacts with(HostFacts f, Kernels kernels) {
        return new HostFacts(f.name(), f.bootId(), f.os(), f.surroundings(), f.program(), f.processor(), f.memory(), f.load(), f.network(),
                f.limits(), kernels);
    }

    /** The host as the user wrote it, with two ranks. */
    public static CheckedHost host(String label, HostFacts facts) {
        return new CheckedHost(label, 2, 0, facts);
    }

    public static CheckedHost host(HostFacts facts) {
        return host(facts.name(), facts);
    }

    public static Evidence evidence(CheckedHost... hosts) {
        return new Evidence(List.of(hosts), Map.of(), List.of(), List.of(), 0);
    }

    public static Evidence evidence(int n, CheckedHost... hosts) {
        return new Evidence(List.of(hosts), Map.of(), List.of(), List.of(), n);
    }

    public static Evidence pairs(List<Reachability> reaches, PairTiming... timings) {
        return evidence(host(facts("a")), host(facts("b")), host(facts("c"))).withPairs(reaches, List.of(timings));
    }

    /** {@code SEVERITY where: what}, one a line. */
    public static String found(Evidence evidence) {
        StringBuilder text = new StringBuilder();
        Problems.of(evidence).forEach(t -> text.append(t.severity()).append(' ').append(t.where()).append(": ").append(t.what())
                .append('\n'));
        return text.toString();
    }
}
