package hplhetero.run;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.hpl.CaseResult;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.balance.Cluster;
import hplhetero.input.HplDat;
import hplhetero.input.InputException;
import hplhetero.results.SweepParameters;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.MemoryGuard;
import hplhetero.run.cases.SizedCase;
import hplhetero.run.machine.Machine;
import hplhetero.run.progress.ProgressMonitor;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Puts a run together: kernels, transport, memory, reports, and one {@link RankMain} a rank. */
final class Wiring {
    static final String LOCAL = "local";
    /** For the size of a test with kernels that no contest has measured. */
    private static final double UNKNOWN_RATE_GFLOPS = 1.0;

    private final RunRequest request;
    private final Machine machine = Machine.here();

    Wiring(RunRequest request) {
        this.request = request;
    }

    /**
     * Runs all tests.
     *
     * @return the exit code
     * @throws InputException before anything is run, when something asked for cannot be done
     */
    int run() throws IOException {
        Transport transport = transport(request.transport());
        request.json().ifPresent(file -> OutputDevice.checkWritable("--json", file));
        Kernels kernels = Kernels.choose(request.blas(), request.blasOptions());
        int workers = request.workers().orElseGet(() -> Calibrator.workersByDefault(machine, request.choice().ranks(), request.slowdown()));
        MemoryGuard guard = new MemoryGuard(c -> HplSolver.memoryBytes(c, workers), availableBytes());
        CaseChoice asked = request.choice().sized() ? sized(kernels, guard, workers) : request.choice();
        guard.check(asked.cases());
        Calibrator calibrator = new Calibrator(machine, kernels, asked.ranks(), workers, request.slowdown());
        Planning.Outcome plan = new Planning(transport, request.planning(), request.kind(), request.cluster()).of(asked, calibrator);
        guard.check(plan.choice().cases());
        CaseChoice choice = crowded(plan.choice(), workers);
        choice.notes().forEach(note -> System.err.println("hpl: " + note));
        Description description = new Description(request, choice, machine, kernels, workers);
        try (ProgressMonitor progress = progress()) {
            return sweep(transport, calibrator, choice, plan.cluster(), description, progress);
        }
    }

    private int sweep(Transport transport, Calibrator rank, CaseChoice choice,
                      Optional<Cluster> cluster, Description description, ProgressMonitor progress) throws IOException {
        Journal journal = new Journal(OutputDevice.open(choice.dat()), parameters(choice.dat()), request.json());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ending(journal, description, progress), "ending"));
        try {
            journal.start();
            transport.run(choice.ranks(), new RankMain(rank::kernelsOf, rank.workers(), choice.cases(), progress,
                    result -> finished(journal, progress, cluster.map(result::withCluster).orElse(result))));
            rank.kernels().measurePeak();
        } finally {
            progress.pause();
            journal.close(description.now());
        }
        return journal.exitCode();
    }

    private static void finished(Journal journal, ProgressMonitor progress, CaseResult result) {
        progress.pause();
        journal.finished(result);
    }

    /** Runs when the JVM ends; after Ctrl-C the sweep is still open, and nothing here may take long. */
    private static void ending(Journal journal, Description description, ProgressMonitor progress) {
        if (journal.isClosed()) {
            return;
        }
        try {
            progress.close();
            journal.close(description.now());
        } catch (IOException | RuntimeException cannot) {
            System.err.println("hpl: " + Messages.of(cannot));
        }
    }

    private ProgressMonitor progress() {
        return new ProgressMonitor(request.progress().decided(StandardError.isTerminal()), System.err);
    }

    private CaseChoice sized(Kernels kernels, MemoryGuard guard, int workers) {
        kernels.measureRate();
        int cores = Math.min(machine.cores(), workers * request.choice().ranks());
        return SizedCase.choose(request.choice(), kernels.knownRate().orElse(UNKNOWN_RATE_GFLOPS), cores, guard,
                availableBytes());
    }

    /** Says so where threads would have to share cores. */
    private CaseChoice crowded(CaseChoice choice, int workers) {
        double load = workers * slowedRanks(request, choice.ranks());
        return load <= machine.cores() ? choice : choice.withNote(choice.ranks() + " x " + workers
                + " ranks x workers share " + machine.cores() + " core(s): they take turns, so the rates say little");
    }

    /** For how many ranks of full speed all ranks together stand. */
    static double slowedRanks(RunRequest request, int ranks) {
        return request.slowdown().isEmpty() ? ranks : request.slowdown().stream().mapToDouble(f -> 1 / f).sum();
    }

    private long availableBytes() {
        return machine.availableBytes().orElse(Long.MAX_VALUE);
    }

    static Transport transport(String name) {
        List<TransportProvider> all = ServiceLoader.load(TransportProvider.class).stream()
                .map(ServiceLoader.Provider::get).sorted(Comparator.comparing(TransportProvider::name)).toList();
        return all.stream().filter(t -> t.name().equals(name)).findFirst()
                .map(provider -> provider.open(TransportOptions.usual(end -> { }))).orElseThrow(() -> new InputException(
                "--transport " + name + ": unknown, choose one of "
                        + String.join(", ", all.stream().map(TransportProvider::name).toList())));
    }

    private static SweepParameters parameters(HplDat dat) {
        return new SweepParameters(dat.ns(), dat.nbs(), dat.mapping(), dat.ps(), dat.qs(), dat.pfacts(), dat.nbmins(),
                dat.ndivs(), dat.rfacts(), dat.bcasts(), dat.depths(), dat.swap(), dat.swapThreshold(),
                dat.l1Transposed(), dat.uTransposed(), dat.equilibrate(), dat.align(), dat.threshold());
    }
}
