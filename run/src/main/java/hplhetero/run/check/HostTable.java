package hplhetero.run.check;

import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.run.check.rules.CheckedHost;
import hplhetero.run.check.rules.Groups;
import hplhetero.run.check.rules.Subnet;
import hplhetero.run.check.rules.Units;
import hplhetero.run.facts.HostFacts;
import hplhetero.run.facts.HostFacts.ClockGroup;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** A table of hosts, for people. */
final class HostTable {
    private static final String UNKNOWN = "unknown";

    private HostTable() {
    }

    /**
     * Prints a table with a row for each host.
     *
     * @param hosts the hosts that were inspected
     * @param page  the page that the table is to fit
     * @param out   where the table is printed
     */
    static void print(List<CheckedHost> hosts, Page page, PrintStream out) {
        Table table = Table.of(Column.text("host"), Column.number("ranks"), Column.number("cores"), Column.number("memory free"),
                Column.number("swap used"), Column.number("load"), Column.number("others"), Column.text("governor"),
                Column.number("GHz now/max"), Column.number("Java"), Column.text("kernels, one core"), Column.number("clock"));
        hosts.forEach(host -> row(table, host));
        out.print(table.text(page, ""));
        out.println();
        StringBuilder text = new StringBuilder();
        shared("processor", Groups.by(hosts, HostTable::processor), text);
        shared("system", Groups.by(hosts, HostTable::system), text);
        shared("program", Groups.by(hosts, host -> "hpl-hetero " + host.facts().program().version() + " (" + host.facts().program().build()
                + "), " + host.facts().program().virtualMachine()), text);
        shared("network", networks(hosts), text);
        out.print(page.fold(text.toString()));
    }

    private static void row(Table table, CheckedHost host) {
        HostFacts facts = host.facts();
        HostFacts.Load load = facts.load();
        table.row(host.name(), host.ranks() == 0 ? "-" : host.ranks(), facts.processor().usableCores() + " of " + facts.processor()
                .threads(),
                memory(facts.memory()), facts.memory().swapTotal() == 0 ? "none" : Units.gib(facts.memory().swapUsed()),
                load.average() < 0 ? UNKNOWN : Units.format("%.2f", load.average()), Units.format("%.2f", load.otherCores()),
                governor(facts.processor().clocks()), clock(facts.processor().clocks()), facts.program().java(), kernels(facts.kernels()),
                clockAhead(host.clockAheadSeconds()));
    }

    private static String clockAhead(double seconds) {
        return Math.abs(seconds) < 0.005 ? "0.00 s" : Units.format("%+.2f s", seconds);
    }

    private static String memory(HostFacts.Memory memory) {
        return memory.available() == Long.MAX_VALUE ? UNKNOWN
                : Units.format("%.1f of ", memory.available() / Units.GIB) + Units.gib(memory.total());
    }

    private static String governor(List<ClockGroup> clocks) {
        return clocks.isEmpty() ? UNKNOWN : clocks.stream().map(ClockGroup::governor).distinct().collect(Collectors.joining(","));
    }

    private static String clock(List<ClockGroup> clocks) {
        return clocks.isEmpty() ? UNKNOWN : Units.format("%.2f/%.2f", clocks.stream().mapToDouble(ClockGroup::currentGigahertz).max()
                .orElseThrow(),
                clocks.stream().mapToDouble(ClockGroup::maxGigahertz).max().orElseThrow());
    }

    private static String kernels(HostFacts.Kernels kernels) {
        return kernels.gflopsPerCore() > 0 ? kernels.provider() + Units.format(" %.1f GFLOPS", kernels.gflopsPerCore()) : "not measured";
    }

    private static String processor(CheckedHost host) {
        return host.facts().processor().name() + " (" + host.facts().processor().architecture() + ")";
    }

    private static String system(CheckedHost host) {
        String around = host.facts().surroundings();
        return host.facts().os() + (around.isEmpty() ? "" : ", in a " + around);
    }

    private static SequencedMap<String, List<CheckedHost>> networks(List<CheckedHost> hosts) {
        SequencedMap<String, List<CheckedHost>> networks = new LinkedHashMap<>();
        for (CheckedHost host : hosts) {
            for (HostFacts.Interface at : host.facts().network().interfaces()) {
                at.addresses().forEach(address -> networks.computeIfAbsent(Subnet.of(address) + " (" + at.name() + ", MTU " + at.mtu()
                        + " bytes)",
                        n -> new ArrayList<>()).add(host));
            }
        }
        return networks;
    }

    private static void shared(String what, SequencedMap<String, List<CheckedHost>> groups, StringBuilder text) {
        groups.forEach((value, hosts) -> text.append(what + ": " + value + ": " + Groups.names(hosts) + "\n"));
    }
}
