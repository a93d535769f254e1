package hplhetero.run;

import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.comm.Transport;
import hplhetero.hpl.calibrate.MeasurementRepeats;
import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.problem.HplCase;
import hplhetero.input.HplDat;
import hplhetero.input.Settings;
import hplhetero.input.cluster.ClusterFileWriter;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.results.format.Page;
import hplhetero.results.format.WholeFile;
import hplhetero.run.cases.BlockSize;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.job.Coordinator;
import hplhetero.run.job.JobRunner;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.RankProcess;
import hplhetero.run.machine.Binding;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.KernelsOption;
import hplhetero.run.option.TransportOption;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.sweep.DeviceMemory;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl calibrate}, which measures ranks and links, shows the result, and writes it to a cluster file when asked. */
@Command(name = "calibrate", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Measures the ranks and the links between them.",
        description = {"Measures all ranks at once, for some seconds: the trailing update as a run does it, at several sizes, panels, and "
                + "messages. Keeps the results in the cache folder. They are used again until something that they depend on changes.", ""},
        footer = {"", "Examples:",
            "  ./hpl calibrate --ranks 4",
            "  ./hpl calibrate --hosts node1,node2 --write my.cluster",
            "", "Exit code: 0 measured, 1 a rank or a file failed, 2 an option cannot be used."})
@Heading(Topic.QUESTION)
final class CalibrateCommand implements Callable<Integer> {
    /** The largest NB that is accepted. No run has larger blocks, and kernels are measured on matrices of many blocks. */
    private static final int MOST_NB = 4096;
    private static final int MOST_SECONDS = 3600;

    @Common
    @Option(names = {"--ranks"}, paramLabel = "n", description = "Number of ranks; default: P x Q.")
    private Integer ranks;

    @Option(names = {"-P", "--p"}, paramLabel = "P", defaultValue = "1", description = "Process rows.")
    private int p;

    @Option(names = {"-Q", "--q"}, paramLabel = "Q", defaultValue = "1", description = "Process columns.")
    private int q;

    @Common
    @Option(names = {"--nb"}, paramLabel = "NB,...",
            description = "Block sizes of the runs to come; the largest and the smallest are measured.")
    private String nb;

    @Heading(Topic.KERNELS)
    @Option(names = {"--workers"}, paramLabel = "n", description = "Threads of each rank; default: cores / ranks.")
    private Integer workers;

    @Mixin
    private KernelsOption kernels = new KernelsOption();

    @Mixin
    private SlowdownOption slowdown = new SlowdownOption();

    @Mixin
    private HostsOption hosts = new HostsOption();

    @Mixin
    private TransportOption transport = new TransportOption();

    @Common
    @Option(names = {"--seconds"}, paramLabel = "S", defaultValue = "3", description = "Seconds to measure (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = {"--recalibrate"}, description = "Measure again, even if the cache has the results.")
    private boolean recalibrate;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--write"}, paramLabel = "FILE", description = "Write the results to this file, as a cluster file.")
    private Path file;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        Optional<Integer> launched = hosts.launched(transport.mpjHome());
        if (launched.isPresent()) {
            return launched.get();
        }
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("starting");
            progress.expect("measuring", seconds);
            return run(progress);
        }
    }

    private int run(ProgressMonitor progress) {
        try (Transport ready = transport.open()) {
            RankProcess process = new RankProcess(kernels.options(), Binding.CORE);
            process.tellPhases(progress::begins);
            return JobRunner.run(ready, process, () -> coordinator(ready.ranks(), progress));
        }
    }

    private Coordinator coordinator(OptionalInt launched, ProgressMonitor progress) {
        int count = checkedRanks(launched);
        List<Integer> likely = blockSizes(BlockSize.ON_HOST);
        if (file != null) {
            OutputDevice.checkReplaceable("--write", file);
        }
        JobSetup setup = new JobSetup(kernels.provider(Settings.NONE), workers != null ? workers : 0, slowdown.slowdowns(count), false,
                CacheUse.SETTLED, DeviceUse.of(CaseChoice.LARGE_N, Collections.max(likely)), Binding.CORE);
        CalibrationCache.Use use = recalibrate ? CalibrationCache.Use.AFRESH : CalibrationCache.Use.CACHED;
        boolean gridFits = count == OptionText.ranks(p, q);
        return Coordinator.of(count, setup, session -> {
            List<Integer> nbs = blockSizes(session.onDevices() ? BlockSize.ON_DEVICES : BlockSize.ON_HOST);
            HplCase next = CaseChoice.typical(HplDat.defaults(), CaseChoice.LARGE_N, Collections.max(nbs), gridFits ? p : 1,
                    gridFits ? q : count);
            Cluster cluster = DeviceMemory.of(session).described(session.calibrator().calibrate(next, nbs,
                    MeasuringTime.thorough(seconds, MeasurementRepeats.THOROUGH), use));
            progress.pause();
            tell(cluster, Collections.max(nbs), setup.factors(), Optional.ofNullable(file), shown.page());
            return ExitCode.OK;
        });
    }

    /**
     * Prints the measured ranks and links, and warns of doubtful values. Writes the measurement and the warnings to a cluster file where
     * one is named.
     *
     * @param cluster  the ranks and links as measured
     * @param nb       block size at which the rates of ranks are shown and compared
     * @param slowdown how many times slower each rank was made while it was measured, by rank; empty: no rank was slowed
     * @param file     the cluster file to write; empty: none
     * @param page     the page that the text is to fit
     */
    static void tell(Cluster cluster, int nb, List<Double> slowdown, Optional<Path> file, Page page)
            throws IOException {
        List<String> remarks = CalibrationRemarks.of(cluster, nb, slowdown);
        new ClusterTable(cluster, nb, page).print(System.out);
        remarks.forEach(remark -> StandardError.note("warning: " + remark));
        if (file.isPresent()) {
            WholeFile.write(file.get(), ClusterFileWriter.write(cluster, remarks));
        }
    }

    private int checkedRanks(OptionalInt launched) {
        int count = ranks != null ? ranks : launched.orElse(OptionText.ranks(p, q));
        if (workers != null && workers > JobSetup.MOST_WORKERS) {
            throw new InputException("--workers " + workers + ": must be at most " + JobSetup.MOST_WORKERS);
        }
        if (count < 1 || p < 1 || q < 1 || workers != null && workers < 1) {
            throw new InputException("--ranks " + count + " -P " + p + " -Q " + q + " --workers " + workers + ": must be at least 1");
        }
        if (count != launched.orElse(count)) {
            throw new InputException("--ranks " + count + ": the launcher has started " + launched.getAsInt() + ": drop the option");
        }
        if (!(seconds > 0) || seconds > MOST_SECONDS) {
            throw new InputException("--seconds " + seconds + ": must be more than 0, and at most " + MOST_SECONDS);
        }
        return count;
    }

    private List<Integer> blockSizes(BlockSize usual) {
        List<Integer> sizes = nb == null ? List.of(usual.of(CaseChoice.LARGE_N)) : OptionText.integers("--nb", nb, 1);
        if (Collections.max(sizes) > MOST_NB) {
            throw new InputException("--nb " + nb
                    + ": blocks of more than " + MOST_NB + " take too long to measure: choose NB <= " + MOST_NB);
        }
        return sizes;
    }
}
