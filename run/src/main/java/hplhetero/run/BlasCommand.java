package hplhetero.run;

import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.KernelSelection;
import hplhetero.run.option.BlasOption;
import hplhetero.run.start.ClearedEnvironment;
import hplhetero.run.terminal.ExitCode;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hpl blas}: measures the kernel providers and prints what came out. */
@Command(name = "blas", mixinStandardHelpOptions = true, header = "Compares the kernels that can be used here.",
        description = {"Measures the trailing update of HPL with every provider that may be the fastest, per core while all "
                + "work, in about a second, and keeps the result for 'hpl run --blas auto'.", ""})
final class BlasCommand implements Callable<Integer> {
    @Mixin
    private BlasOption blasOption = new BlasOption();

    @Override
    public Integer call() {
        BlasOptions afresh = blasOption.options().withCacheUse(CacheUse.NONE);
        print(Blas.selection(afresh), Blas.fmaPeakGflops(afresh), System.out);
        return ExitCode.OK;
    }

    private static void print(KernelSelection selection, double peak, PrintStream out) {
        out.printf("%-10s %11s %8s  %s%n", "provider", "GFLOPS/core", "of peak", "what it is");
        for (KernelSelection.Entry entry : selection.entries()) {
            if (entry.usable()) {
                out.printf(Locale.ROOT, "%-10s %11.1f %7.0f%%  %s%n", entry.name(), entry.gflopsPerCore(),
                        100 * entry.gflopsPerCore() / peak, entry.description());
            } else {
                out.printf("%-10s %11s %8s  %s%n", entry.name(), "-", "-", entry.problem().orElseThrow());
            }
        }
        Blas.providers().stream().filter(provider -> !provider.contends()).forEach(provider ->
                out.printf("%-10s %11s %8s  %s; too slow to take part%n", provider.name(), "-", "-", provider.summary()));
        out.printf(Locale.ROOT, "%-10s %11.1f %7s   fused multiply-adds on registers, a core while all work%n", "FMA peak", peak, "");
        out.println();
        out.println("auto takes " + selection.winner() + ": " + selection.reason());
        ClearedEnvironment.variables().forEach(v -> out.println("cleared: " + v));
    }
}
