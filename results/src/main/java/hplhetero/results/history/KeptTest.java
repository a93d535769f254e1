package hplhetero.results.history;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Energy;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.netlib.NetlibTest;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One test in the form in which the history keeps it, with what must be known to compare it with others.
 *
 * @param run         identifier of the run, equal for all tests of the run
 * @param test        number of the test in its run, from 0
 * @param entry       what the test gave
 * @param environment where and with what the test ran
 * @param rates       how fast each host computed the updates, where it is known
 */
public record KeptTest(String run, int test, HistoryEntry entry, Environment environment, HostRates rates) {
    private static final Set<CheckStatus> GOOD = EnumSet.of(CheckStatus.PASSED, CheckStatus.UNCHECKED);

    /** Makes a test of which nothing is known of single hosts. The parameters are the record's first components. */
    public KeptTest(String run, int test, HistoryEntry entry, Environment environment) {
        this(run, test, entry, environment, HostRates.NONE);
    }

    /**
     * Returns all tests of a sweep in the form in which the history keeps tests.
     *
     * @param run       identifier of the run
     * @param sweep     the sweep
     * @param otherwise the start of tests that never began because they were skipped
     */
    public static List<KeptTest> of(String run, Sweep sweep, Instant otherwise) {
        Environment environment = Environment.of(sweep.run());
        return IntStream.range(0, sweep.tests().size()).mapToObj(i -> of(run, i, sweep, environment, otherwise)).toList();
    }

    /**
     * Returns the last test of a sweep, which must have at least one.
     *
     * @param run       identifier of the run
     * @param sweep     the sweep
     * @param otherwise the start of the test where it never began because it was skipped
     */
    static KeptTest last(String run, Sweep sweep, Instant otherwise) {
        return of(run, sweep.tests().size() - 1, sweep, Environment.of(sweep.run()), otherwise);
    }

    private static KeptTest of(String run, int number, Sweep sweep, Environment environment, Instant otherwise) {
        TestResult test = sweep.tests().get(number);
        return new KeptTest(run, number, entry(sweep.run(), test, otherwise), environment.moved(test.result().adaptation().hasMoved())
                .with(Environment.RESUMED, test.result().resumption().happened() ? "the time adds up the parts that led to the result" : "")
                .with(Environment.METER, meter(test.result())), HostRates.of(test.result()));
    }

    /** Returns what measured the energy of all hosts; empty where the energy of some host is not known. */
    private static String meter(CaseResult result) {
        return Energy.of(result).filter(energy -> energy.unknown().isEmpty()).map(energy -> energy.measured().stream()
                .map(HostPower::source).distinct().collect(Collectors.joining("; "))).orElse("");
    }

    private static HistoryEntry entry(RunDescription run, TestResult test, Instant otherwise) {
        CaseResult result = test.result();
        HplCase c = result.hplCase();
        String machine = run.hosts().getFirst().name() + (run.hosts().size() == 1 ? "" : " + " + (run.hosts().size() - 1));
        double joules = Energy.of(result).filter(energy -> energy.unknown().isEmpty()).map(Energy::joules).orElse(Double.NaN);
        return new HistoryEntry(result.start() == null ? otherwise : result.start(), "hpl-hetero " + run.version(), machine,
                run.hosts().getFirst().cpuModel(), run.ranks(), c.variantCode(), c.n(), c.nb(), c.p(), c.q(), result.seconds(),
                result.gflops(), run.peak().map(peak -> result.gflops() / peak.gflops()).orElse(Double.NaN), joules, result.status());
    }

    /**
     * Returns the tests that a text in netlib's form reports, in the form in which the history keeps tests. Such a text says little of
     * where it ran.
     *
     * @param run       identifier of the run
     * @param tests     the tests in the text
     * @param host      host on which the tests ran, if somebody knows it; else empty
     * @param otherwise the start of tests whose time the text does not say
     */
    public static List<KeptTest> ofNetlib(String run, List<NetlibTest> tests, String host, Instant otherwise) {
        return IntStream.range(0, tests.size()).mapToObj(i -> ofNetlib(run, i, tests.get(i), host, otherwise)).toList();
    }

    private static KeptTest ofNetlib(String run, int number, NetlibTest test, String host, Instant otherwise) {
        String where = host.isEmpty() ? test.host() : host;
        int ranks = (int) Math.min((long) test.p() * test.q(), Integer.MAX_VALUE);
        SequencedMap<String, String> facts = new LinkedHashMap<>();
        facts.put(Environment.PROGRAM, test.program());
        facts.put(Environment.HOSTS, where);
        facts.put(Environment.CPU, test.cpu());
        facts.put(Environment.RANKS, Integer.toString(ranks));
        facts.put(Environment.SLOWDOWN, test.slowdown());
        facts.put(Environment.TIME, test.start().isPresent() ? "" : "that of the file");
        HistoryEntry entry = new HistoryEntry(test.start().orElse(otherwise), test.program(), where, test.cpu(), ranks, test.variant(),
                test.n(), test.nb(), test.p(), test.q(), test.seconds(), test.gflops(), Double.NaN, Double.NaN, test.status());
        return new KeptTest(run, number, entry, new Environment(facts).moved(test.moved()));
    }

    /** Returns whether {@link HistoryEntry#start} is the time when the test began. */
    boolean isDated() {
        return entry.status() != CheckStatus.SKIPPED && environment.fact(Environment.TIME).isEmpty();
    }

    /** Returns whether the test's rate counts: the test passed, or was not to be checked. */
    public boolean isGood() {
        return GOOD.contains(entry.status());
    }
}
