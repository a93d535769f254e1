package hplhetero.run;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.DeviceRate;
import hplhetero.blas.select.DeviceShapes;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.run.option.BlasOption;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl devices}, which lists the devices that kernels can compute on beside the host's cores. */
@Command(name = "devices", mixinStandardHelpOptions = true, header = "Lists the devices that can compute here.",
        description = {"Finds the devices (GPUs) of all providers that compute on devices, and measures the matrix product of a trailing "
                + "update on each. A run uses a device of cuda or rocm if it is faster than the cores. 'hpl run --blas PROVIDER --device "
                + "NUMBER' uses any device.", ""})
final class DevicesCommand implements Callable<Integer> {
    @Mixin
    private BlasOption blasOption = new BlasOption();

    @Option(names = {"--shapes"}, description = "Also measure products and panels of several sizes on each device. Takes up to a minute "
            + "for each.")
    private boolean shapes;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        BlasOptions options = blasOption.options();
        Table table = Table.of(Column.text("provider"), Column.number("device"), Column.text("name"), Column.text("PCI address"),
                Column.number("memory"),
                Column.number("GFLOPS"), Column.number("of peak"), Column.text("driver"));
        Table shapeTable = Table.of(Column.text("provider"), Column.number("device"), Column.number("N"), Column.number("NB"),
                Column.number("update, GFLOPS"), Column.number("panel, GFLOPS"));
        List<String> missing = new ArrayList<>();
        boolean found = false;
        try (ProgressMonitor progress = shown.progress()) {
            for (KernelProvider provider : Blas.providers().stream().filter(KernelProvider::takesDevice).toList()) {
                try {
                    for (DeviceInfo device : provider.devices(options.library())) {
                        progress.begins("measuring " + device.name());
                        DeviceOptions deviceAlone = new DeviceOptions(device.number(), options.device().mostBytes(), OptionalDouble.of(0));
                        DenseKernels kernels = provider.load(options.library(), deviceAlone);
                        double rate = DeviceRate.measure(kernels);
                        if (shapes) {
                            DeviceShapes.measure(kernels, System::nanoTime).forEach(shape -> shapeTable.row(provider.name(),
                                    Integer.toString(device.number()), Integer.toString(shape.order()), Integer.toString(shape.width()),
                                    NumberText.digits(shape.update(), 4),
                                    shape.panel().isPresent() ? NumberText.digits(shape.panel().getAsDouble(), 3) : "-"));
                        }
                        String ofPeak = device.peak() > 0 ? String.format(Locale.ROOT, "%.0f%%", 100 * rate / device.peak()) : "-";
                        table.row(provider.name(), Integer.toString(device.number()), device.name(),
                                device.address().isEmpty() ? "-" : device.address(),
                                String.format(Locale.ROOT, "%.1f GiB", device.bytes() * 0x1p-30), String.format(Locale.ROOT, "%.1f", rate),
                                ofPeak, device.driver());
                        found = true;
                    }
                } catch (KernelException e) {
                    missing.add(provider.name() + ": " + e.getMessage());
                }
            }
        }
        Page page = shown.page();
        if (found) {
            System.out.println(table.text(page, ""));
            if (shapes) {
                System.out.println(shapeTable.text(page, ""));
            }
        } else {
            System.out.println("no device was found: runs use the host's cores");
        }
        missing.forEach(why -> System.out.println(page.fold(why)));
        return ExitCode.OK;
    }
}
