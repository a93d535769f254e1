package hplhetero.run.option;

import hplhetero.blas.DeviceOptions;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.input.text.InputException;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.terminal.StandardError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** The options for native libraries and devices, common to the commands that load kernels. */
@Heading(Topic.KERNELS)
public final class BlasOption {
    @Option(names = {"--blas-lib"}, paramLabel = "PATH", description = "CBLAS library (OpenBLAS, BLIS, MKL, ...) for --blas native; for "
            + "cuda and rocm, a file that contains both of their libraries.")
    private Path library;

    @Option(names = {"--device"}, paramLabel = "N", description = "Number of the device (GPU) to use, as 'hpl devices' lists it. With "
            + "--blas auto this device is used in any case, even if the cores are faster. Default: each rank of a host uses a different "
            + "device.")
    private Integer device;

    @Option(names = {"--device-memory"}, paramLabel = "GIB", description = "Memory of the device that matrices may take, in GiB. Columns "
            + "that do not fit stay in the host's memory and are streamed through the device. Default: all of the device's memory, except "
            + "what panels and work space need.")
    private Double deviceMemory;

    @Option(names = {"--host-share"}, paramLabel = "SHARE", description = "Share of a rank's columns that its workers update while the "
            + "device updates the others: a number from 0 to 1, or auto (default). auto begins with the measured rates of both sides, and "
            + "corrects the share at each step.")
    private String hostShare;

    @Option(names = {"--panels"}, paramLabel = "WHERE", description = "Who factors the panels of a rank with a device: device, where the "
            + "device can, and with P > 1 no other rank has it; host, the rank's workers; or auto (default), whoever is faster "
            + "with panels of the run's NB, as measured before the clock starts.")
    private String panels;

    /**
     * Returns the options for loading kernels.
     *
     * @throws InputException when a value cannot be used
     */
    public BlasOptions options() {
        if (device != null && device < 0) {
            throw new InputException("--device " + device + ": must be >= 0: ./hpl devices lists the numbers");
        }
        if (deviceMemory != null && !(deviceMemory >= 0)) {
            throw new InputException("--device-memory " + deviceMemory + ": must be >= 0, in GiB");
        }
        long most = deviceMemory == null ? Long.MAX_VALUE : (long) (deviceMemory * (1L << 30));
        OptionalDouble share = share();
        return BlasOptions.defaults().withNews(StandardError::say).withLibrary(Optional.ofNullable(library))
                .withDevice(new DeviceOptions(device == null ? DeviceOptions.ANY : device, most, share, panels()));
    }

    private DeviceOptions.Panels panels() {
        return switch (panels == null ? "auto" : panels) {
            case "auto" -> DeviceOptions.Panels.AUTO;
            case "device" -> DeviceOptions.Panels.DEVICE;
            case "host" -> DeviceOptions.Panels.HOST;
            default -> throw new InputException("--panels " + panels + ": must be device, host or auto");
        };
    }

    private OptionalDouble share() {
        if (hostShare == null || hostShare.equals("auto")) {
            return OptionalDouble.empty();
        }
        double share;
        try {
            share = Double.parseDouble(hostShare);
        } catch (NumberFormatException e) {
            share = Double.NaN;
        }
        if (!(share >= 0 && share <= 1)) {
            throw new InputException("--host-share " + hostShare + ": must be auto or a number from 0 to 1");
        }
        return OptionalDouble.of(share);
    }

    /**
     * Returns the options that were given, as command-line arguments with which another process of this program would load equal kernels.
     */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (library != null) {
            arguments.addAll(List.of("--blas-lib", library.toString()));
        }
        arguments.addAll(forDevices());
        return arguments;
    }

    private List<String> forDevices() {
        List<String> given = new ArrayList<>();
        if (device != null) {
            given.addAll(List.of("--device", device.toString()));
        }
        if (deviceMemory != null) {
            given.addAll(List.of("--device-memory", deviceMemory.toString()));
        }
        if (hostShare != null) {
            given.addAll(List.of("--host-share", hostShare));
        }
        if (panels != null) {
            given.addAll(List.of("--panels", panels));
        }
        return given;
    }

    /**
     * Returns the provider to take when {@code requested} is asked for. A library that the user named is not passed over: {@code auto} then
     * becomes {@code native}, unless a device's number was given too.
     *
     * @throws InputException when options for devices are given, and none of the providers computes on a device
     */
    String provider(String requested) {
        String taken = requested.equals(Blas.AUTO) && library != null && device == null ? "native" : requested;
        List<String> forDevices = forDevices();
        if (!forDevices.isEmpty() && Arrays.stream(taken.split(",")).noneMatch(name -> name.equals(Blas.AUTO)
                || Blas.computesOnDevice(name))) {
            throw new InputException(String.join(" ", forDevices) + ": with --blas " + taken + " no rank computes on a device: drop "
                    + "the options for devices, or choose a provider that computes on a device, such as cuda");
        }
        return taken;
    }
}
