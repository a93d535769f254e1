package hplhetero.results.html;

import hplhetero.results.HostTrait;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.RunDescription.Provider;
import hplhetero.results.Sweep;
import hplhetero.results.format.ByteText;
import hplhetero.results.html.Headline.Fact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The machines and programs that a sweep ran on.
 *
 * @param hosts    a row for each group of hosts that differ in nothing but name and ranks
 * @param facts    settings and properties of the run
 * @param notes    further remarks for the reader
 * @param emulated which ranks were slowed on purpose; empty where the results are real
 * @param left     how many rows are left out; empty where none is
 */
record Platform(List<HostRow> hosts, List<Fact> facts, List<String> notes, String emulated, String left) {
    private static final int MOST_ROWS = 64;
    private static final int MOST_NAMES = 12;
    /** The words for facts of hosts other than rank 0's if a run was broken off before it asked for them. */
    private static final String NOT_ASKED = "not asked for";

    /** A row of a table for hosts that are alike. */
    record HostRow(String names, String ranks, String cpu, String memory, String os, String java, String blas) {
    }

    /** Returns the machines and programs of a sweep. */
    static Platform of(Sweep sweep) {
        RunDescription run = sweep.run();
        List<HostRow> rows = run.hosts().stream().collect(Collectors.groupingBy(host -> List.of(host.os(), host.cpuModel(),
                host.physicalCores(), host.memoryBytes(), host.java(), host.provider().name(), host.workersPerRank(),
                host.ranks().size(), host.binding()), LinkedHashMap::new, Collectors.toList())).values().stream().map(Platform::row)
                .toList();
        List<String> notes = new ArrayList<>(run.notes());
        run.clearedEnvironment().forEach(variable -> notes.add("cleared from the environment: " + variable));
        return new Platform(rows.stream().limit(MOST_ROWS).toList(), facts(sweep), notes, emulated(run),
                rows.size() <= MOST_ROWS ? "" : "and " + (rows.size() - MOST_ROWS) + " more kinds of host");
    }

    private static HostRow row(List<Host> same) {
        Host host = same.getFirst();
        String names = same.stream().limit(MOST_NAMES).map(Host::name).collect(Collectors.joining(", "))
                + (same.size() <= MOST_NAMES ? "" : " and " + (same.size() - MOST_NAMES) + " more");
        String ranks = Texts.range(same.stream().flatMap(each -> each.ranks().stream()).sorted().toList());
        return new HostRow(names, ranks + "; " + Texts.count(host.workersPerRank(), "worker") + " each"
                + (host.binding().isEmpty() ? "" : ", " + host.binding()),
                host.cpuModel() + (host.microArchitecture().isBlank() ? "" : " (" + host.microArchitecture() + ")")
                        + (host.physicalCores() > 0 ? ", " + Texts.count(host.physicalCores(), "core") : ""),
                host.memoryBytes() > 0 ? ByteText.of(host.memoryBytes()) : NOT_ASKED, known(host.os()), known(host.java()),
                blas(host.provider()));
    }

    private static String known(String words) {
        return words.isBlank() ? NOT_ASKED : words;
    }

    private static String blas(Provider provider) {
        return provider.name() + " (" + provider.description() + ")" + (Double.isFinite(provider.gflopsPerCore())
                ? ", " + Texts.gflops(provider.gflopsPerCore()) + " a core" : "");
    }

    private static List<Fact> facts(Sweep sweep) {
        RunDescription run = sweep.run();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("ranks", Texts.count(run.ranks(), "rank") + " on " + Texts.count(run.hosts().size(), "host"), ""));
        facts.add(new Fact("transport", run.transport(), ""));
        facts.add(new Fact("map", run.map(), ""));
        facts.add(run.peak().map(peak -> new Fact("Rpeak", Texts.gflops(peak.gflops()), peak.source()))
                .orElse(new Fact("Rpeak", "neither known nor measured", "")));
        facts.add(new Fact("before the tests", "warm-up " + Texts.seconds(sweep.tests().stream().mapToDouble(test -> test.result()
                .warmUpSeconds()).sum()), run.calibrationSeconds() > 0 ? "ranks and links measured for "
                + Texts.seconds(run.calibrationSeconds()) : ""));
        facts.add(new Fact("program", "hpl-hetero " + run.version(), run.provenance().commit().isEmpty() ? ""
                : "commit " + run.provenance().commit()));
        known(facts, "command", run.provenance().command());
        known(facts, "job", run.provenance().job());
        for (HostTrait trait : HostTrait.values()) {
            known(facts, trait.words(), run.trait(trait));
        }
        return facts;
    }

    private static void known(List<Fact> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.add(new Fact(name, value, ""));
        }
    }

    private static String emulated(RunDescription run) {
        return run.slowdown().isEmpty() ? "" : "Ranks were slowed " + run.slowdowns(Texts::brief)
                + " times by sleeping, so that one machine imitates a mixed cluster: no rate here "
                + "is that of this machine.";
    }
}
