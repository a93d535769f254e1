package hplhetero.run;

import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.blas.select.KernelSelection;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.run.option.BlasOption;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.start.ClearedEnvironment;
import hplhetero.run.terminal.ExitCode;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code hpl blas}, which measures the kernel providers and prints the rates. */
@Command(name = "blas", mixinStandardHelpOptions = true, header = "Compares the kernels that can be used here.",
        description = {"Measures HPL's trailing update with every provider that may be the fastest on this host's cores. Rates are per "
                + "core, while all cores work. This takes about a second. 'hpl run --blas auto' uses the result. 'hpl devices' measures "
                + "GPUs.", ""})
final class BlasCommand implements Callable<Integer> {
    @Mixin
    private BlasOption blasOption = new BlasOption();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        BlasOptions afresh = blasOption.options().withCacheUse(CacheUse.NONE);
        KernelSelection selection;
        double peak;
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("measuring kernels");
            selection = Blas.selection(afresh);
            progress.begins("measuring the peak");
            peak = Blas.fmaPeakGflops(afresh);
        }
        print(selection, peak, shown.page(), System.out);
        return ExitCode.OK;
    }

    private static void print(KernelSelection selection, double peak, Page page, PrintStream out) {
        Table table = Table.of(Column.text("provider"), Column.number("GFLOPS/core"), Column.number("of peak"), Column.text("what it is"));
        for (KernelSelection.Entry entry : selection.entries()) {
            if (entry.usable()) {
                table.row(entry.name(), String.format(Locale.ROOT, "%.1f", entry.gflopsPerCore()),
                        peak > 0 ? String.format(Locale.ROOT, "%.0f%%", 100 * entry.gflopsPerCore() / peak) : "-", entry.description());
            } else {
                table.row(entry.name(), "-", "-", entry.problem().orElseThrow());
            }
        }
        Blas.providers().stream().filter(provider -> !provider.contends() && !provider.takesDevice()).forEach(provider ->
                table.row(provider.name(), "-", "-", provider.summary() + "; not measured, because it is too slow"));
        table.row("FMA peak", peak > 0 ? String.format(Locale.ROOT, "%.1f", peak) : "-", "", peak > 0
                ? "fused multiply-adds on registers, one core while all cores work"
                : "not measured: this Java has no Vector API module");
        out.print(table.text(page, ""));
        out.println();
        out.println(page.fold("auto takes " + selection.winner() + " on the host's cores: " + selection.reason()));
        ClearedEnvironment.variables().forEach(v -> out.println(page.fold("environment variable cleared: " + v)));
    }
}
